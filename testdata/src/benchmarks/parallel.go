// Package benchmarks has bodies that run in parallel.
package benchmarks
