; Functions of 32 numbers, one for each lane of a warp whose lanes go in step (_warp.py).
; A value that all lanes share takes the function of the C library, so the last bit of a result can depend on the layout.

; 2 to the power of a whole number, times a polynomial of what is left: the error is below 1 ULP.
define <32 x float> @amdgcn.exp2.v32f32(<32 x float> %value) #0 {
; -160 and 130 clamp the input beyond float's exponents.
  %is.low = fcmp olt <32 x float> %value, splat (float 0xC064000000000000)
  %least = select <32 x i1> %is.low, <32 x float> splat (float 0xC064000000000000), <32 x float> %value
  %is.high = fcmp ogt <32 x float> %least, splat (float 0x4060400000000000)
  %x = select <32 x i1> %is.high, <32 x float> splat (float 0x4060400000000000), <32 x float> %least
; The sum's last bits hold the nearest whole number: 0x4168... is 1.5 * 2^23, whose bits are 1262485504.
  %shifted = fadd <32 x float> %x, splat (float 0x4168000000000000)
  %whole = fsub <32 x float> %shifted, splat (float 0x4168000000000000)
  %rest = fsub <32 x float> %x, %whole
  %p.0 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> splat (float 0x3F24440040000000), <32 x float> %rest, <32 x float> splat (float 0x3F55F08960000000))
  %p.1 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %p.0, <32 x float> %rest, <32 x float> splat (float 0x3F83B2A1C0000000))
  %p.2 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %p.1, <32 x float> %rest, <32 x float> splat (float 0x3FAC6AF6C0000000))
  %p.3 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %p.2, <32 x float> %rest, <32 x float> splat (float 0x3FCEBFBE00000000))
  %p.4 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %p.3, <32 x float> %rest, <32 x float> splat (float 0x3FE62E4300000000))
  %p.5 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %p.4, <32 x float> %rest, <32 x float> splat (float 0x3FF0000000000000))
  %bits = bitcast <32 x float> %shifted to <32 x i32>
  %power = sub <32 x i32> %bits, splat (i32 1262485504)
; In two steps: the power of two of a denormal number is none itself.
  %half = ashr <32 x i32> %power, splat (i32 1)
  %other = sub <32 x i32> %power, %half
  %half.moved = add <32 x i32> %half, splat (i32 127)
  %half.bits = shl <32 x i32> %half.moved, splat (i32 23)
  %first = bitcast <32 x i32> %half.bits to <32 x float>
  %other.moved = add <32 x i32> %other, splat (i32 127)
  %other.bits = shl <32 x i32> %other.moved, splat (i32 23)
  %second = bitcast <32 x i32> %other.bits to <32 x float>
  %most = fmul <32 x float> %p.5, %first
  %result = fmul <32 x float> %most, %second
  ret <32 x float> %result
}

; A polynomial below 1, and from there on 1 - 2 to the power of another one: the error is below 3 ULP.
define <32 x float> @amdgcn.erf.v32f32(<32 x float> %value) #0 {
  %x = call <32 x float> @llvm.fabs.v32f32(<32 x float> %value)
  %square = fmul <32 x float> %x, %x
  %s.0 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> splat (float 0x3F14A9DAC0000000), <32 x float> %square, <32 x float> splat (float 0xBF4A46B400000000))
  %s.1 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %s.0, <32 x float> %square, <32 x float> splat (float 0x3F75416360000000))
  %s.2 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %s.1, <32 x float> %square, <32 x float> splat (float 0xBF9B7FB380000000))
  %s.3 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %s.2, <32 x float> %square, <32 x float> splat (float 0x3FBCE2D180000000))
  %s.4 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %s.3, <32 x float> %square, <32 x float> splat (float 0xBFD81273E0000000))
  %s.5 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %s.4, <32 x float> %square, <32 x float> splat (float 0x3FF20DD740000000))
  %small = fmul <32 x float> %s.5, %x
  %is.high = fcmp ogt <32 x float> %x, splat (float 0x400F5C2900000000)
  %y = select <32 x i1> %is.high, <32 x float> splat (float 0x400F5C2900000000), <32 x float> %x
  %l.0 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> splat (float 0x3EC2BCD220000000), <32 x float> %y, <32 x float> splat (float 0xBF10DB21E0000000))
  %l.1 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %l.0, <32 x float> %y, <32 x float> splat (float 0x3F4BB6B1A0000000))
  %l.2 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %l.1, <32 x float> %y, <32 x float> splat (float 0xBF7BE13BE0000000))
  %l.3 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %l.2, <32 x float> %y, <32 x float> splat (float 0x3FA3715EC0000000))
  %l.4 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %l.3, <32 x float> %y, <32 x float> splat (float 0xBFC44CFBE0000000))
  %l.5 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %l.4, <32 x float> %y, <32 x float> splat (float 0xBFED2CD820000000))
  %l.6 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %l.5, <32 x float> %y, <32 x float> splat (float 0xBFFA167840000000))
  %l.7 = call <32 x float> @llvm.fmuladd.v32f32(<32 x float> %l.6, <32 x float> %y, <32 x float> splat (float 0x3F3CE915A0000000))
  %power = call <32 x float> @amdgcn.exp2.v32f32(<32 x float> %l.7)
  %large = fsub <32 x float> splat (float 0x3FF0000000000000), %power
  %is.small = fcmp olt <32 x float> %x, splat (float 0x3FF0000000000000)
  %chosen = select <32 x i1> %is.small, <32 x float> %small, <32 x float> %large
  %result = call <32 x float> @llvm.copysign.v32f32(<32 x float> %chosen, <32 x float> %value)
  ret <32 x float> %result
}

declare <32 x float> @llvm.fmuladd.v32f32(<32 x float>, <32 x float>, <32 x float>)
declare <32 x float> @llvm.fabs.v32f32(<32 x float>)
declare <32 x float> @llvm.copysign.v32f32(<32 x float>, <32 x float>)

attributes #0 = { noinline nounwind }
