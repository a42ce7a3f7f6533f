"""Benchmarks: each measures one promise beside a plain baseline, on the machine at hand. See docs/benchmarks.md."""
