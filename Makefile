# The short commands. The build itself is CMakeLists.txt (what is shipped) and Package.swift (the same sources, with
# their Swift tests); what a command needs and isn't there, .ci/install.sh installs.
BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 10

.NOTPARALLEL:
.PHONY: all demo test test-swift test-c wheel test-python test-gtk test-fuzz sanitize bench docs install format clean \
    gtk gtk-demo gtk-screenshots gtk-docs

all: $(BUILD)/build.ninja
	cmake --build $(BUILD)

$(BUILD)/build.ninja:
	.ci/install.sh build
	cmake -S . -B $(BUILD) -G Ninja -DFEEDCORE_WERROR=ON

# A home page and its menus, fetched from a small server by a Python program that knows the library by its header only.
demo: all
	.ci/install.sh demo
	FEEDCORE_LIBRARY=$(BUILD)/libfeedcore.so PYTHONPATH=bindings/python \
	    python3 Tests/Servers/demo.py python3 -m feedcore show --preset netease-home URL

test:
	.ci/install.sh build demo test gtk gtk_test
	$(MAKE) all test-swift test-c test-python test-gtk test-fuzz sanitize

# Tests with clocks and servers stay apart from those that keep the processor busy.
test-swift:
	swift test --skip "FeedFetchingTests|FeedStoreTests"
	swift test --filter "FeedFetchingTests|FeedStoreTests"

test-c:
	.ci/install.sh build test
	cmake -S . -B $(BUILD) -G Ninja -DFEEDCORE_WERROR=ON -DFEEDCORE_TESTS=ON
	cmake --build $(BUILD)
	ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j 2 --label-exclude gtk

# The Python package for people without Swift: jansson and SQLite are in it. It is built in the library's own build
# folder, so that nothing is compiled twice, and from what is there, without a network.
wheel: all $(BUILD)/venv/ready
	rm -rf $(BUILD)/wheels
	$(BUILD)/venv/bin/python3 -m pip wheel --quiet --no-index --no-deps --no-build-isolation \
	    --config-settings build-dir=$(abspath $(BUILD)) --config-settings cmake.define.FEEDCORE_WERROR=ON \
	    --config-settings cmake.define.FEEDCORE_WHEEL_SQLITE=ON --wheel-dir $(BUILD)/wheels/plain ./bindings/python
	PATH=$(abspath $(BUILD))/venv/bin:$$PATH auditwheel repair --wheel-dir $(BUILD)/wheels $(BUILD)/wheels/plain/*.whl

# The tests are of what is installed.
test-python: wheel
	.ci/install.sh demo test
	$(BUILD)/venv/bin/python3 -m pip install --quiet --no-index --no-deps --force-reinstall $(BUILD)/wheels/*.whl
	FEEDCORE_WHEELS=$(abspath $(BUILD))/wheels $(BUILD)/venv/bin/python3 -m pytest -q Tests/Python
	Tests/Python/other_pythons.sh $(BUILD)

# What python3 has already is used; the rest comes from PyPI, into this folder.
requirements := Tests/Python/requirements.txt bindings/python/docs/requirements.txt
$(BUILD)/venv/ready: $(requirements)
	.ci/install.sh python
	python3 -m venv --system-site-packages $(BUILD)/venv
	$(BUILD)/venv/bin/python3 -m pip install --quiet --disable-pip-version-check $(addprefix -r ,$(requirements))
	touch $@

# The library for GTK, and its demo.
gtk: all
	.ci/install.sh gtk
	cmake -S . -B $(BUILD) -G Ninja -DFEEDCORE_WERROR=ON -DFEEDCORE_GTK=ON
	cmake --build $(BUILD)

# A home page in a window, from a small server of its own.
gtk-demo: gtk
	.ci/install.sh gtk_demo
	bindings/gtk/demo/run.sh $(BUILD)

# Pictures of that window, made without a display.
gtk-screenshots: gtk
	.ci/install.sh gtk_demo gtk_test
	bindings/gtk/demo/screenshots.sh $(BUILD) $(BUILD)/screenshots

test-gtk: gtk
	.ci/install.sh gtk_test
	cmake -S . -B $(BUILD) -G Ninja -DFEEDCORE_TESTS=ON
	cmake --build $(BUILD)
	ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j 2 --label-regex gtk

# The reference of the library for GTK, as HTML.
gtk-docs: gtk
	.ci/install.sh gtk_docs
	cmake --build $(BUILD) --target gtk-docs

test-fuzz: all
	Tests/Fuzz/run.sh $(FUZZ_SECONDS) $(BUILD)

# The C tests against a library that is built with AddressSanitizer, and with ThreadSanitizer.
sanitize:
	.ci/sanitize.sh $(BUILD)/sanitized

bench: all
	.ci/install.sh demo
	Tests/Benchmarks/run.sh $(BUILD)

# The Python package's guide and reference, as HTML.
docs: $(BUILD)/venv/ready
	$(BUILD)/venv/bin/python3 bindings/python/docs/build.py $(BUILD)/docs

install: all
	DESTDIR="$(DESTDIR)" cmake --install $(BUILD) --prefix "$(PREFIX)"

format:
	swift format --in-place --recursive Package.swift Sources Tests

clean:
	rm -rf $(BUILD) .build
