; The intrinsics of AMD's GPUs that Triton's lowering makes, for the host (_host_ir.py renames them).
; sim/triton_runtime/api.h says what the functions of the simulator do.

declare i32 @musasim_triton_thread_id() #0
declare i32 @musasim_triton_block_id(i32) #0
declare i32 @musasim_triton_grid_size(i32) #0
declare ptr @musasim_triton_shared() #0
declare i32 @musasim_triton_byte_permute(i32, i32, i32) #0
declare i64 @musasim_triton_clock()
declare void @musasim_triton_barrier()
declare void @musasim_triton_warp_barrier()
declare i32 @musasim_triton_bpermute(i32, i32)
declare i32 @musasim_triton_swizzle(i32, i32)
declare i32 @musasim_triton_permlane(i32, i32, i32, i32)
declare i32 @musasim_triton_read_lane(i32, i32)
declare i32 @musasim_triton_ballot(i1 zeroext)
declare void @musasim_triton_fail() noreturn

define i32 @amdgcn.workitem.id.x() #1 {
  %id = call i32 @musasim_triton_thread_id()
  %below = icmp ult i32 %id, 1024
  call void @llvm.assume(i1 %below)
  ret i32 %id
}

define i32 @amdgcn.workgroup.id.x() #1 {
  %id = call i32 @musasim_triton_block_id(i32 0)
  ret i32 %id
}

define i32 @amdgcn.workgroup.id.y() #1 {
  %id = call i32 @musasim_triton_block_id(i32 1)
  ret i32 %id
}

define i32 @amdgcn.workgroup.id.z() #1 {
  %id = call i32 @musasim_triton_block_id(i32 2)
  ret i32 %id
}

; Triton has this one of AMD's library for the number of programs.
define i64 @__ockl_get_num_groups(i32 %axis) #1 {
  %size = call i32 @musasim_triton_grid_size(i32 %axis)
  %wide = zext i32 %size to i64
  ret i64 %wide
}

define ptr @amdgcn.shared() #1 {
  %address = call align 256 ptr @musasim_triton_shared()
  ret ptr %address
}

define void @amdgcn.s.barrier() #1 {
  call void @musasim_triton_barrier()
  ret void
}

define void @amdgcn.wave.barrier() #1 {
  call void @musasim_triton_warp_barrier()
  ret void
}

define i32 @amdgcn.ds.bpermute(i32 %address, i32 %value) #1 {
  %result = call i32 @musasim_triton_bpermute(i32 %address, i32 %value)
  ret i32 %result
}

define i32 @amdgcn.ds.swizzle(i32 %value, i32 %pattern) #1 {
  %result = call i32 @musasim_triton_swizzle(i32 %value, i32 %pattern)
  ret i32 %result
}

define i32 @amdgcn.permlane16.i32(i32 %old, i32 %value, i32 %low, i32 %high, i1 %fetch, i1 %bound) #1 {
  %result = call i32 @musasim_triton_permlane(i32 %value, i32 %low, i32 %high, i32 0)
  ret i32 %result
}

define i32 @amdgcn.permlanex16.i32(i32 %old, i32 %value, i32 %low, i32 %high, i1 %fetch, i1 %bound) #1 {
  %result = call i32 @musasim_triton_permlane(i32 %value, i32 %low, i32 %high, i32 1)
  ret i32 %result
}

define i32 @amdgcn.readlane.i32(i32 %value, i32 %lane) #1 {
  %result = call i32 @musasim_triton_read_lane(i32 %value, i32 %lane)
  ret i32 %result
}

; Triton asks only for values that all lanes have.
define i32 @amdgcn.readfirstlane.i32(i32 %value) #1 {
  ret i32 %value
}

define i32 @amdgcn.ballot.i32(i1 %yes) #1 {
  %result = call i32 @musasim_triton_ballot(i1 zeroext %yes)
  ret i32 %result
}

define i32 @amdgcn.perm(i32 %high, i32 %low, i32 %numbers) #1 {
  %result = call i32 @musasim_triton_byte_permute(i32 %high, i32 %low, i32 %numbers)
  ret i32 %result
}

; Where an assertion has failed.
define void @amdgcn.trap() #1 {
  call void @musasim_triton_fail()
  unreachable
}

define i64 @amdgcn.s.memtime() #1 {
  %now = call i64 @musasim_triton_clock()
  ret i64 %now
}

define i64 @amdgcn.s.memrealtime() #1 {
  %now = call i64 @musasim_triton_clock()
  ret i64 %now
}

define float @amdgcn.sqrt.f32(float %value) #1 {
  %result = call float @llvm.sqrt.f32(float %value)
  ret float %result
}

define double @amdgcn.sqrt.f64(double %value) #1 {
  %result = call double @llvm.sqrt.f64(double %value)
  ret double %result
}

define float @amdgcn.exp2.f32(float %value) #1 {
  %result = call float @llvm.exp2.f32(float %value)
  ret float %result
}

define float @amdgcn.log.f32(float %value) #1 {
  %result = call float @llvm.log2.f32(float %value)
  ret float %result
}

define float @amdgcn.rcp.f32(float %value) #1 {
  %result = fdiv float 1.0, %value
  ret float %result
}

define float @amdgcn.rsq.f32(float %value) #1 {
  %root = call float @llvm.sqrt.f32(float %value)
  %result = fdiv float 1.0, %root
  ret float %result
}

define double @amdgcn.rcp.f64(double %value) #1 {
  %result = fdiv double 1.0, %value
  ret double %result
}

define double @amdgcn.rsq.f64(double %value) #1 {
  %root = call double @llvm.sqrt.f64(double %value)
  %result = fdiv double 1.0, %root
  ret double %result
}

; The middle one of three numbers.
define float @amdgcn.fmed3.f32(float %a, float %b, float %c) #1 {
  %least = call float @llvm.minnum.f32(float %a, float %b)
  %most = call float @llvm.maxnum.f32(float %a, float %b)
  %lower = call float @llvm.minnum.f32(float %most, float %c)
  %result = call float @llvm.maxnum.f32(float %least, float %lower)
  ret float %result
}

define half @amdgcn.fmed3.f16(half %a, half %b, half %c) #1 {
  %least = call half @llvm.minnum.f16(half %a, half %b)
  %most = call half @llvm.maxnum.f16(half %a, half %b)
  %lower = call half @llvm.minnum.f16(half %most, half %c)
  %result = call half @llvm.maxnum.f16(half %least, half %lower)
  ret half %result
}

; The sum of two products and a third number. Triton multiplies by it, with zeros for the others.
define bfloat @amdgcn.fdot2.bf16.bf16(<2 x bfloat> %left, <2 x bfloat> %right, bfloat %before) #1 {
  %wide.left = fpext <2 x bfloat> %left to <2 x float>
  %wide.right = fpext <2 x bfloat> %right to <2 x float>
  %wide.before = fpext bfloat %before to float
  %products = fmul <2 x float> %wide.left, %wide.right
  %first = extractelement <2 x float> %products, i32 0
  %second = extractelement <2 x float> %products, i32 1
  %both = fadd float %first, %second
  %sum = fadd float %both, %wide.before
  %result = fptrunc float %sum to bfloat
  ret bfloat %result
}

; Two numbers of half precision, rounded towards zero: a step back where the nearest one is farther from it.
define <2 x half> @amdgcn.cvt.pkrtz(float %a, float %b) #1 {
  %first = insertelement <2 x float> poison, float %a, i32 0
  %both = insertelement <2 x float> %first, float %b, i32 1
  %near = fptrunc <2 x float> %both to <2 x half>
  %back = fpext <2 x half> %near to <2 x float>
  %size = call <2 x float> @llvm.fabs.v2f32(<2 x float> %both)
  %size.back = call <2 x float> @llvm.fabs.v2f32(<2 x float> %back)
  %away = fcmp ogt <2 x float> %size.back, %size
  %step = sext <2 x i1> %away to <2 x i16>
  %bits = bitcast <2 x half> %near to <2 x i16>
  %nearer = add <2 x i16> %bits, %step
  %result = bitcast <2 x i16> %nearer to <2 x half>
  ret <2 x half> %result
}

; c += a * b, of rows * depth and depth * columns elements (_dot.py).
define void @amdgcn.dot.f32(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %rows, i64 %columns, i64 %depth) #2 {
entry:
  br label %row

row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %a.row = mul i64 %i, %depth
  %c.row = mul i64 %i, %columns
  br label %step

step:
  %k = phi i64 [ 0, %row ], [ %k.next, %step.end ]
  %a.index = add i64 %a.row, %k
  %a.place = getelementptr inbounds float, ptr %a, i64 %a.index
  %left = load float, ptr %a.place
  %b.row = mul i64 %k, %columns
  br label %column

column:
  %j = phi i64 [ 0, %step ], [ %j.next, %column ]
  %b.index = add i64 %b.row, %j
  %b.place = getelementptr inbounds float, ptr %b, i64 %b.index
  %right = load float, ptr %b.place
  %c.index = add i64 %c.row, %j
  %c.place = getelementptr inbounds float, ptr %c, i64 %c.index
  %before = load float, ptr %c.place
  %sum = call float @llvm.fmuladd.f32(float %left, float %right, float %before)
  store float %sum, ptr %c.place
  %j.next = add nuw i64 %j, 1
  %j.more = icmp ult i64 %j.next, %columns
  br i1 %j.more, label %column, label %step.end

step.end:
  %k.next = add nuw i64 %k, 1
  %k.more = icmp ult i64 %k.next, %depth
  br i1 %k.more, label %step, label %row.end

row.end:
  %i.next = add nuw i64 %i, 1
  %i.more = icmp ult i64 %i.next, %rows
  br i1 %i.more, label %row, label %end

end:
  ret void
}

define void @amdgcn.dot.f64(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %rows, i64 %columns, i64 %depth) #2 {
entry:
  br label %row

row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %a.row = mul i64 %i, %depth
  %c.row = mul i64 %i, %columns
  br label %step

step:
  %k = phi i64 [ 0, %row ], [ %k.next, %step.end ]
  %a.index = add i64 %a.row, %k
  %a.place = getelementptr inbounds double, ptr %a, i64 %a.index
  %left = load double, ptr %a.place
  %b.row = mul i64 %k, %columns
  br label %column

column:
  %j = phi i64 [ 0, %step ], [ %j.next, %column ]
  %b.index = add i64 %b.row, %j
  %b.place = getelementptr inbounds double, ptr %b, i64 %b.index
  %right = load double, ptr %b.place
  %c.index = add i64 %c.row, %j
  %c.place = getelementptr inbounds double, ptr %c, i64 %c.index
  %before = load double, ptr %c.place
  %sum = call double @llvm.fmuladd.f64(double %left, double %right, double %before)
  store double %sum, ptr %c.place
  %j.next = add nuw i64 %j, 1
  %j.more = icmp ult i64 %j.next, %columns
  br i1 %j.more, label %column, label %step.end

step.end:
  %k.next = add nuw i64 %k, 1
  %k.more = icmp ult i64 %k.next, %depth
  br i1 %k.more, label %step, label %row.end

row.end:
  %i.next = add nuw i64 %i, 1
  %i.more = icmp ult i64 %i.next, %rows
  br i1 %i.more, label %row, label %end

end:
  ret void
}

declare void @llvm.assume(i1)
declare float @llvm.fmuladd.f32(float, float, float)
declare double @llvm.fmuladd.f64(double, double, double)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare half @llvm.minnum.f16(half, half)
declare half @llvm.maxnum.f16(half, half)
declare <2 x float> @llvm.fabs.v2f32(<2 x float>)
declare float @llvm.sqrt.f32(float)
declare double @llvm.sqrt.f64(double)
declare float @llvm.exp2.f32(float)
declare float @llvm.log2.f32(float)

attributes #0 = { nounwind willreturn memory(none) }
attributes #1 = { alwaysinline }
attributes #2 = { noinline nounwind }
