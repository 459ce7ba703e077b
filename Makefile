# Every task of the repository; `make help` lists them.
# A stamp in $(VENV)/.stamps records each installed part, so a second run does only what changed.

PYTHON ?= python3
VENV ?= .venv
JOBS ?= $(shell nproc)
ifeq ($(shell test '$(JOBS)' -gt 0 2>/dev/null && echo yes),)
$(error JOBS=$(JOBS) has to be a positive number)
endif
# Empty: the newest torch that is tested here. Or a version, as in TORCH_VERSION=2.7.1
TORCH_VERSION ?=
# More arguments for the tools, for example PYTEST_ARGS="-k autocast" or PIP_ARGS="--no-cache-dir"
PYTEST_ARGS ?=
PIP_ARGS ?=
BENCH_ARGS ?=
FUZZ_ARGS ?=
# For `make test-clang`.
CLANG ?= $(firstword $(shell for version in '' -20 -19 -18 -17 -16 -15 -14; do command -v clang++$$version; done; true))
KERNEL_TESTS := $(addprefix sim/tests/,mcc musa_language libraries/test_headers.py)
# Options for compiling the simulator: -O1 compiles quickly, -O3 is that of the wheels, "-g -O0" is for debuggers.
OPTIMIZE ?= -O1
# WERROR=ON turns warnings into errors, as CI does.
WERROR ?= OFF

BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
# Where torchada and musasim are compiled.
BUILD := $(VENV)/build
PIP = $(BIN)/python -m pip --quiet --disable-pip-version-check
PIP_INSTALL = $(PIP) install $(PIP_ARGS)
# pip does not compile large packages to bytecode: Python does it for each module at its first import, unless
# PYTHONDONTWRITEBYTECODE forbids it.
unexport PYTHONDONTWRITEBYTECODE
PIP_INSTALL_LARGE = $(PIP_INSTALL) --no-compile
# torch 2.13 needs Python 3.10; torch 2.8 is the newest for 3.9.
TORCH_SPEC = $(if $(TORCH_VERSION),"torch==$(TORCH_VERSION)",'torch==2.13.0; python_version>="3.10"' \
	'torch==2.8.0; python_version<"3.10"')
BUILD_TOOLS := 'pip>=23.1' 'scikit-build-core>=0.11' 'cmake>=3.21' 'ninja>=1.11' 'setuptools>=70.1' \
	'scipy-openblas32>=0.3.27'

CORE_SOURCES := $(shell find core lexer names port ptx forwarders fuzz cmake data -type f -not -path '*/tests/*') \
	$(wildcard src/torchada/_names/*.py) CMakeLists.txt pyproject.toml
SIM_SOURCES := $(shell find sim lexer ptx -type f -not -name '*.md' -not -path 'sim/python/*' \
	-not -path 'sim/third_party/*' -not -path '*/build/*' -not -path '*/tests/*')
CXX_FILES = $(shell find core lexer names port ptx forwarders fuzz sim tests benchmarks -type f \( -name '*.cpp' -o -name '*.h' -o -name '*.cuh' \
	-o -name '*.muh' \) -not -path '*/build/*' -not -path '*/cases/*')
# Each writes files of the tree from its tables, and with --check compares them.
GENERATORS := make_sim_api_table make_support_page make_names_page make_port_pages make_ptx_macros make_tests_page
# Each writes a page of results that take long to get, and with --check compares the page with the results.
RECORDED := run_programs check_built_extensions check_musa_programs judge_kernel_checks
comma := ,
PY_PATHS := src tests sim examples benchmarks tools names forwarders

export PATH := $(abspath $(BIN)):$(PATH)
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)
ifneq ($(shell command -v ccache),)
export CMAKE_CXX_COMPILER_LAUNCHER ?= ccache
# Without these it does not keep what is compiled with precompiled headers.
export CCACHE_SLOPPINESS ?= pch_defines,time_macros
endif

# The parts that `make demo` installs: without the porting engine, the compiler of kernels and the tools. A part
# that is installed whole stays whole.
DEMO_PARTS = $(foreach part,torchada musasim,$(STAMPS)/$(part)-$(if $(wildcard $(STAMPS)/$(part)),built,demo))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# One pip at a time, but for torchada-demo; the compilers run in parallel by themselves.
.NOTPARALLEL:
.PHONY: help docs demo test test-py test-slow test-clang test-plain test-cpp third-party ported-projects built-extensions musa-programs fuzz-mcc fuzz-quick check lint format gen gen-check mypy bench bench-upstream bench-platform bench-operators bench-mudnn bench-triton bench-ctypes bench-port asan asan-mudnn tsan wheels install \
	clean distclean FORCE

help:  ## list the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "%-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "Variables: PYTHON=$(PYTHON) VENV=$(VENV) JOBS=$(JOBS) TORCH_VERSION PYTEST_ARGS PIP_ARGS BENCH_ARGS"

demo: $(DEMO_PARTS)  ## train a small network on the simulated GPU
	$(BIN)/torchada run --sim examples/train_digits.py

test: test-cpp test-py  ## run the C++ unit tests, then pytest

# Two processes: in the simulator's own tests torchada must not be active.
test-py: install
	$(BIN)/python -m pytest sim/tests -n $(JOBS) --dist loadfile $(PYTEST_ARGS)
	$(BIN)/python -m pytest tests -n $(JOBS) --dist loadfile $(PYTEST_ARGS)

test-slow: override PYTEST_ARGS += -m slow
test-slow: test-py test-clang test-plain  ## run the Python tests that `make test` leaves out because they take long, test-clang and test-plain

# CXX is what mcc asks for the host's compiler, and so do these tests.
test-clang: install  ## run the tests of kernels with clang++ as the host's compiler, slow ones too
ifeq ($(CLANG),)
	@echo "test-clang: skipped, because no clang++ is installed: apt install clang"
else
	CXX=$(CLANG) $(BIN)/python -m pytest $(KERNEL_TESTS) -n $(JOBS) --dist loadfile -m "slow or not slow"
	CXX=$(CLANG) $(BIN)/python -m pytest tests/extensions/test_kernel_suite.py -n $(JOBS) -m "slow or not slow"
endif

# They are built where the libraries were, and link those.
test-plain: install  ## run the tests of kernels without what mcc does for speed alone
	MUSASIM_MCC_PLAIN=1 $(BIN)/python -m pytest $(KERNEL_TESTS) tests/extensions/test_kernel_suite.py -n $(JOBS) --dist loadfile

test-cpp: install
	$(call run_cpp_tests,$(BUILD)/torchada,torchada_tests,$(BUILD)/torchada -DTORCHADA_BUILD_TESTS=ON)
	$(call run_cpp_tests,$(BUILD)/musasim,musasim_tests,$(BUILD)/musasim -DMUSASIM_BUILD_TESTS=ON)

third-party: install  ## install programs from PyPI and run them on the simulator; writes docs/programs.md
	PYTHON=$(BIN)/python tools/test_third_party.sh

ported-projects: $(STAMPS)/torchada-built  ## port real CUDA projects and check the ported sources; writes docs/ported-projects.md (takes an hour)
	$(PIP_INSTALL) 'pypi-simple>=1.6'
	$(BIN)/python tools/check_ported_projects.py build/ported-projects --jobs $(JOBS)

built-extensions: install  ## build CUDA extensions from PyPI with their own setup.py and run them; writes docs/built-extensions.md (takes an hour)
	$(PIP_INSTALL) 'pypi-simple>=1.6' rich scipy
	$(BIN)/python tools/check_built_extensions.py build/built-extensions --write --jobs $(JOBS)

musa-programs: install  ## build programs written for MUSA (llama.cpp, whisper.cpp, stable-diffusion.cpp) and run them; writes docs/musa-programs.md (takes hours)
	$(PIP_INSTALL) 'pypi-simple>=1.6' gguf diskcache pillow
	$(BIN)/python tools/check_musa_programs.py build/musa-programs --write --jobs $(JOBS)

fuzz-mcc: install  ## compile generated programs with mcc and run them; FUZZ_ARGS="--programs 1000 --first 5000"
	PYTHONPATH=tools $(BIN)/python -m fuzz_mcc --folder build/fuzz-mcc $(FUZZ_ARGS)

# The fuzzers are also tests of test-cpp; here each gets ten times as many inputs. A finding stays in build/fuzz.
fuzz-quick: $(STAMPS)/torchada-built  ## run the porting engine's fuzzers with sanitizers for a minute or two; FUZZ_SEED=2
	$(BIN)/cmake --preset fuzz $(if $(FUZZ_SEED),-DTORCHADA_FUZZ_SEED=$(FUZZ_SEED))
	$(BIN)/cmake --build --preset fuzz
	$(BIN)/ctest --preset fuzz

check: lint mypy test-cpp  ## run lint, mypy and the C++ unit tests

lint: gen-check  ## check the formatting of Python, C++ and text files, and all that is generated (changes nothing)
	$(BIN)/python tools/check_text.py
	$(BIN)/black --quiet --check --diff $(wildcard $(PY_PATHS))
	$(BIN)/isort --quiet --check --diff $(wildcard $(PY_PATHS))
	@$(BIN)/clang-format --dry-run -Werror $(CXX_FILES)

format: $(STAMPS)/torchada-built  ## format Python and C++ in place
	$(BIN)/isort --quiet $(wildcard $(PY_PATHS))
	$(BIN)/black --quiet $(wildcard $(PY_PATHS))
	$(BIN)/clang-format -i $(CXX_FILES)

gen: $(STAMPS)/torchada-built  ## write all that is generated from tables: sim/API.md, docs/torch-cuda.md, docs/cuda-names.md and so on
	$(foreach generator,$(GENERATORS),$(BIN)/python tools/$(generator).py &&) true

gen-check: $(STAMPS)/torchada-built  ## check that all that is generated is up to date and the tables of names are sound
	$(foreach generator,$(GENERATORS) $(RECORDED),$(BIN)/python tools/$(generator).py --check &&) true
	$(BIN)/python tools/check_names.py

mypy: $(STAMPS)/torchada-built  ## check the static types of the Python sources
	$(BIN)/mypy

bench: install  ## measure the time of each call spelled for CUDA and for MUSA; BENCH_ARGS="--save --json FILE"
	$(BIN)/python benchmarks/benchmark_overhead.py $(BENCH_ARGS)

bench-upstream: install  ## measure the same, also with upstream's torchada from PyPI (in .venv-upstream)
	PYTHON=$(BIN)/python tools/make_upstream_venv.sh .venv-upstream
	$(BIN)/python benchmarks/benchmark_overhead.py --upstream .venv-upstream $(BENCH_ARGS)

bench-platform: install  ## measure the simulator's C libraries: launches, events, copies, all-reduce
	$(BIN)/python benchmarks/benchmark_platform.py $(BENCH_ARGS)

bench-operators: install  ## measure the simulated GPU's operators against the CPU's; BENCH_ARGS="--quick"
	$(BIN)/python benchmarks/benchmark_operators.py $(BENCH_ARGS)

bench-mudnn: install  ## measure libmudnn's products and convolutions against the CPU's; BENCH_ARGS="--quick"
	$(BIN)/python benchmarks/benchmark_mudnn.py $(BENCH_ARGS)

bench-triton: install  ## measure kernels of Triton on the simulated GPU: compiling, launching, running
	$(BIN)/python benchmarks/benchmark_triton.py $(BENCH_ARGS)

bench-ctypes: install  ## measure looking up a C function by its CUDA name, against plain ctypes
	MUSASIM=1 $(BIN)/python benchmarks/benchmark_ctypes.py $(BENCH_ARGS)

bench-port: install  ## measure `torchada port` against cp, hipify and upstream's torchada; fetches sources from PyPI
	$(PIP_INSTALL) 'pypi-simple>=1.6'
	$(BIN)/python tools/port_corpus.py .corpus
	PYTHON=$(BIN)/python tools/make_upstream_venv.sh .venv-upstream
	$(BIN)/python benchmarks/benchmark_port.py .corpus --upstream .venv-upstream $(BENCH_ARGS)

docs: $(STAMPS)/torchada-built  ## build the site of the documentation, in English and Chinese: build/site/index.html
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --config-file mkdocs.zh.yml

asan: export UBSAN_OPTIONS := print_stacktrace=1
asan: $(STAMPS)/torchada-built  ## run the C++ unit tests with AddressSanitizer and UBSan
	$(call run_sanitized_cpp_tests,asan-ubsan,address$(comma)undefined)

# Python takes the sanitized libraries instead of the installed ones, and ASan's allocator. It says nothing of leaks,
# which Python and PyTorch have, and leaves signals to the simulator.
asan-mudnn: export UBSAN_OPTIONS := print_stacktrace=1
asan-mudnn: install  ## run libmudnn's tests against PyTorch with AddressSanitizer and UBSan
	@mkdir -p build
	@cmake $(call sanitized_sim,asan-ubsan,address$(comma)undefined) >build/cmake.log || { cat build/cmake.log; exit 1; }
	@cmake --build build/sim-asan-ubsan --target mudnn musart
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so.6)" \
	LD_LIBRARY_PATH=$(CURDIR)/build/sim-asan-ubsan/home/lib OPENBLAS_NUM_THREADS=1 \
	ASAN_OPTIONS=detect_leaks=0:handle_segv=0:allow_user_segv_handler=1 \
	$(BIN)/python -m pytest -q $(filter-out %_device.py,$(wildcard sim/tests/mudnn/test_*.py)) $(PYTEST_ARGS)

tsan: $(STAMPS)/torchada-built  ## run the C++ unit tests with ThreadSanitizer
	$(call run_sanitized_cpp_tests,tsan,thread)

wheels: $(STAMPS)/venv  ## build manylinux wheels of torchada and musasim for this Python, in dist/
	$(if $(TORCH_VERSION),TORCH=torch==$(TORCH_VERSION)) tools/build_wheels.sh $(BIN)/python

install: $(STAMPS)/torchada-built $(STAMPS)/musasim-built  ## make .venv with torch, torchada and the simulator

clean:  ## remove all build results; the next run builds again in the same .venv
	rm -rf build dist sim/build sim/dist $(BUILD) $(STAMPS)/torchada* $(STAMPS)/musasim*
	find . -name __pycache__ -not -path './.venv*' -prune -exec rm -rf {} +
	rm -rf .pytest_cache .mypy_cache

distclean: clean  ## remove all build results, .venv and .venv-third-party
	rm -rf $(VENV) .venv-third-party

# $(1): build directory, $(2): target of the tests, $(3): options for cmake. What cmake says is of interest only
# when it fails.
define run_cpp_tests
@mkdir -p build
@cmake $(3) >build/cmake.log || { cat build/cmake.log; exit 1; }
@cmake --build $(1) --target $(2)
@ctest --test-dir $(1) --parallel $(JOBS) --output-on-failure
endef

# $(1): name, $(2): its sanitizers. All is compiled again, with assertions and the sanitizers.
define run_sanitized_cpp_tests
$(call run_cpp_tests,build/$(1),torchada_tests,--preset $(1) -DPython_EXECUTABLE="$(abspath $(BIN))/python")
$(call run_cpp_tests,build/sim-$(1),musasim_tests,$(call sanitized_sim,$(1),$(2)))
endef
sanitized_sim = -S sim -B build/sim-$(1) -G Ninja -DMUSASIM_TORCH=OFF \
	-DPython_EXECUTABLE="$(abspath $(BIN))/python" -DCMAKE_BUILD_TYPE=Debug -DMUSASIM_BUILD_TESTS=ON \
	-DMUSASIM_WERROR=ON -DMUSASIM_SANITIZE="$(2)"

ifeq ($(origin PYTHON),command line)
ifneq ($(wildcard $(BIN)/python),)
ifneq ($(shell $(PYTHON) --version),$(shell $(BIN)/python --version))
$(error $(VENV) was made with $(shell $(BIN)/python --version), which PYTHON=$(PYTHON) is not: `make distclean`, or choose another VENV=)
endif
endif
endif

$(STAMPS)/venv:
	@$(PYTHON) tools/check_machine.py
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(@D) && touch $@

$(STAMPS)/torch.spec: FORCE | $(STAMPS)/venv
	@echo $(TORCH_SPEC) | cmp -s - $@ || echo $(TORCH_SPEC) >$@

$(STAMPS)/torch: $(STAMPS)/torch.spec
	$(PIP_INSTALL_LARGE) $(TORCH_SPEC)
	@touch $@

$(STAMPS)/build-tools: | $(STAMPS)/venv
	$(PIP_INSTALL) $(BUILD_TOOLS)
	@touch $@

# A change of these options compiles everything again.
$(STAMPS)/options: FORCE | $(STAMPS)/venv
	@echo '$(OPTIMIZE) $(WERROR)' | cmp -s - $@ || echo '$(OPTIMIZE) $(WERROR)' >$@

# The extras bring the tools and the demo's packages.
$(STAMPS)/torchada: pyproject.toml $(STAMPS)/build-tools $(STAMPS)/options
	$(call install_torchada,ON,'.[dev$(comma)demo$(comma)docs$(comma)triton]')

# PyTorch, which shares no dependency with these, is unpacked while they are compiled.
$(STAMPS)/torchada-demo: $(CORE_SOURCES) $(STAMPS)/build-tools $(STAMPS)/options $(STAMPS)/torch.spec
	@$(MAKE) --no-print-directory $(STAMPS)/torch & torch=$$!; \
	trap 'kill $$torch 2>/dev/null' EXIT; trap 'exit 1' INT TERM; \
	$(MAKE) --no-print-directory $(STAMPS)/torchada-demo-alone && wait $$torch
	@touch $@

$(STAMPS)/torchada-demo-alone: $(CORE_SOURCES) $(STAMPS)/build-tools $(STAMPS)/options
	$(call install_torchada,OFF,'.[demo]')

$(STAMPS)/musasim: sim/pyproject.toml sim/cmake/torch_metadata.py $(STAMPS)/torch $(STAMPS)/build-tools $(STAMPS)/options
	$(call install_musasim,OFF)

$(STAMPS)/musasim-demo: $(SIM_SOURCES) $(STAMPS)/torch $(STAMPS)/build-tools $(STAMPS)/options
	$(call install_musasim,ON)

# After an edit of C++, pip is not needed: what changed is compiled and copied into the environment.
$(STAMPS)/torchada-built: $(CORE_SOURCES) $(STAMPS)/torchada
	$(call build,torchada)
	@install $(BUILD)/torchada/port/torchada-port $(BIN)/
	@touch $@

$(STAMPS)/musasim-built: $(SIM_SOURCES) $(STAMPS)/musasim
	$(call build,musasim)
	@touch $@

# $(1): whether the porting engine is built, $(2): what is installed.
define install_torchada
$(PIP_INSTALL_LARGE) --no-build-isolation -Cbuild-dir="$(abspath $(BUILD))/torchada" -Ccmake.define.TORCHADA_PORT=$(1) \
	-Ccmake.define.TORCHADA_WERROR=$(WERROR) --editable $(2)
@touch $@
endef

# $(1): whether only what PyTorch needs is built.
define install_musasim
$(PIP_INSTALL) --no-build-isolation --no-deps -Cbuild-dir="$(abspath $(BUILD))/musasim" -Ccmake.define.MUSASIM_ONLY_TORCH=$(1) \
	-Ccmake.define.MUSASIM_WERROR=$(WERROR) -Ccmake.define.CMAKE_CXX_FLAGS_RELEASE="$(OPTIMIZE)" --editable ./sim
@touch $@
endef

# $(1): the distribution. Programs go elsewhere than libraries (torchada-built copies its own).
define build
@mkdir -p build
@cmake --build $(BUILD)/$(1)
@cmake --install $(BUILD)/$(1) --component Unspecified \
	--prefix "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')" >build/install.log
endef
