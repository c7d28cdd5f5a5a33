;; Writes integers as Parquet's DELTA_BINARY_PACKED: the first value, then blocks of 128 differences. Each difference is reduced
;; by the smallest of its block and stored in four miniblocks of 32, with as many bits as the largest of its miniblock needs.
;; JavaScript has no fast integers of 64 bits.
;;
;; Compiled by `npm run wasm` into deltas-wasm.ts. Without SIMD, so that it runs everywhere. Addresses below 1,024 hold the
;; differences of a block.
(module
  (memory (import "host" "memory") 1)

  ;; The smallest and the largest value of the last call.
  (global $least (export "least") (mut i64) (i64.const 0))
  (global $most (export "most") (mut i64) (i64.const 0))

  ;; Writes at least one value, each of 4 or 8 bytes at `$from`, to address `$to`. Returns the end of what it wrote.
  (func (export "pack") (param $from i32) (param $count i32) (param $valueBytes i32) (param $to i32) (result i32)
    (local $end i32) (local $rows i32)
    (local.set $end (i32.add (local.get $from) (i32.mul (local.get $count) (local.get $valueBytes))))
    (global.set $least (call $valueAt (local.get $from) (local.get $valueBytes)))
    (global.set $most (global.get $least))
    (local.set $to (call $varint (i64.const 128) (local.get $to)))
    (local.set $to (call $varint (i64.const 4) (local.get $to)))
    (local.set $to (call $varint (i64.extend_i32_u (local.get $count)) (local.get $to)))
    (local.set $to (call $zigzag (global.get $least) (local.get $to)))
    (local.set $from (i32.add (local.get $from) (local.get $valueBytes)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (local.set $rows (i32.div_u (i32.sub (local.get $end) (local.get $from)) (local.get $valueBytes)))
        (if (i32.gt_u (local.get $rows) (i32.const 128)) (then (local.set $rows (i32.const 128))))
        (local.set $to
          (call $block
            (if (result i64) (i32.eq (local.get $valueBytes) (i32.const 8))
              (then (call $differences64 (local.get $from) (local.get $rows)))
              (else (call $differences32 (local.get $from) (local.get $rows))))
            (local.get $rows)
            (local.get $to)))
        (local.set $from (i32.add (local.get $from) (i32.mul (local.get $rows) (local.get $valueBytes))))
        (br $next)))
    (local.get $to))

  ;; Stores the differences to the values before them. Returns the smallest. Differences wrap around, as the format demands.
  (func $differences64 (param $from i32) (param $rows i32) (result i64)
    (local $before i64) (local $value i64) (local $difference i64) (local $smallest i64)
    (local $least i64) (local $most i64) (local $at i32) (local $end i32)
    (local.set $before (i64.load (i32.sub (local.get $from) (i32.const 8))))
    (local.set $smallest (i64.const 0x7fffffffffffffff))
    (local.set $least (global.get $least))
    (local.set $most (global.get $most))
    (local.set $end (i32.shl (local.get $rows) (i32.const 3)))
    (loop $next
      (local.set $value (i64.load (i32.add (local.get $from) (local.get $at))))
      (local.set $difference (i64.sub (local.get $value) (local.get $before)))
      (i64.store (local.get $at) (local.get $difference))
      (local.set $smallest
        (select (local.get $difference) (local.get $smallest) (i64.lt_s (local.get $difference) (local.get $smallest))))
      (local.set $least (select (local.get $value) (local.get $least) (i64.lt_s (local.get $value) (local.get $least))))
      (local.set $most (select (local.get $value) (local.get $most) (i64.gt_s (local.get $value) (local.get $most))))
      (local.set $before (local.get $value))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $end))))
    (global.set $least (local.get $least))
    (global.set $most (local.get $most))
    (local.get $smallest))

  ;; The same for values of four bytes, whose differences wrap around at 32 bits.
  (func $differences32 (param $from i32) (param $rows i32) (result i64)
    (local $before i32) (local $value i32) (local $difference i32) (local $smallest i32)
    (local $least i32) (local $most i32) (local $at i32) (local $end i32)
    (local.set $before (i32.load (i32.sub (local.get $from) (i32.const 4))))
    (local.set $smallest (i32.const 0x7fffffff))
    (local.set $least (i32.wrap_i64 (global.get $least)))
    (local.set $most (i32.wrap_i64 (global.get $most)))
    (local.set $end (i32.shl (local.get $rows) (i32.const 3)))
    (loop $next
      (local.set $value (i32.load (local.get $from)))
      (local.set $difference (i32.sub (local.get $value) (local.get $before)))
      (i64.store (local.get $at) (i64.extend_i32_s (local.get $difference)))
      (local.set $smallest
        (select (local.get $difference) (local.get $smallest) (i32.lt_s (local.get $difference) (local.get $smallest))))
      (local.set $least (select (local.get $value) (local.get $least) (i32.lt_s (local.get $value) (local.get $least))))
      (local.set $most (select (local.get $value) (local.get $most) (i32.gt_s (local.get $value) (local.get $most))))
      (local.set $before (local.get $value))
      (local.set $from (i32.add (local.get $from) (i32.const 4)))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $end))))
    (global.set $least (i64.extend_i32_s (local.get $least)))
    (global.set $most (i64.extend_i32_s (local.get $most)))
    (i64.extend_i32_s (local.get $smallest)))

  ;; Writes the stored differences.
  (func $block (param $smallest i64) (param $rows i32) (param $to i32) (result i32)
    (local $widths i32) (local $from i32) (local $end i32) (local $width i32)
    (local.set $widths (call $zigzag (local.get $smallest) (local.get $to)))
    (i32.store (local.get $widths) (i32.const 0))
    (local.set $to (i32.add (local.get $widths) (i32.const 4)))
    (local.set $end (i32.shl (local.get $rows) (i32.const 3)))
    ;; A miniblock without a value has no bytes; a partly filled one is written completely.
    (loop $next
      (local.set $width (call $reduce (local.get $smallest) (local.get $from) (local.get $end)))
      (i32.store8 (local.get $widths) (local.get $width))
      (if (local.get $width)
        (then (local.set $to (call $bits (local.get $from) (i64.extend_i32_u (local.get $width)) (local.get $to)))))
      (local.set $widths (i32.add (local.get $widths) (i32.const 1)))
      (br_if $next (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 256))) (local.get $end))))
    (local.get $to))

  ;; Subtracts the smallest difference from those of a miniblock. Returns the bits of the largest. Fills it up with zeros.
  (func $reduce (param $smallest i64) (param $at i32) (param $end i32) (result i32)
    (local $all i64) (local $value i64) (local $full i32)
    (local.set $full (i32.add (local.get $at) (i32.const 256)))
    (loop $next
      (local.set $value
        (if (result i64) (i32.lt_u (local.get $at) (local.get $end))
          (then (i64.sub (i64.load (local.get $at)) (local.get $smallest)))
          (else (i64.const 0))))
      (i64.store (local.get $at) (local.get $value))
      (local.set $all (i64.or (local.get $all) (local.get $value)))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $full))))
    (i32.sub (i32.const 64) (i32.wrap_i64 (i64.clz (local.get $all)))))

  ;; Writes the lowest bits of the 32 values of a miniblock, the first value lowest.
  (func $bits (param $at i32) (param $width i64) (param $to i32) (result i32)
    (local $full i32) (local $word i64) (local $filled i64) (local $value i64)
    (local.set $full (i32.add (local.get $at) (i32.const 256)))
    (loop $next
      (local.set $value (i64.load (local.get $at)))
      (local.set $word (i64.or (local.get $word) (i64.shl (local.get $value) (local.get $filled))))
      (local.set $filled (i64.add (local.get $filled) (local.get $width)))
      (if (i64.ge_u (local.get $filled) (i64.const 64))
        (then
          (i64.store (local.get $to) (local.get $word))
          (local.set $to (i32.add (local.get $to) (i32.const 8)))
          (local.set $filled (i64.sub (local.get $filled) (i64.const 64)))
          ;; Shifts count modulo 64: with all bits written, the value would not disappear.
          (local.set $word
            (if (result i64) (i64.eqz (local.get $filled))
              (then (i64.const 0))
              (else (i64.shr_u (local.get $value) (i64.sub (local.get $width) (local.get $filled))))))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $full))))
    ;; 32 values with an odd number of bits end in the middle of a word.
    (if (i64.eqz (local.get $filled)) (then (return (local.get $to))))
    (i32.store (local.get $to) (i32.wrap_i64 (local.get $word)))
    (i32.add (local.get $to) (i32.const 4)))

  (func $valueAt (param $at i32) (param $valueBytes i32) (result i64)
    (if (i32.eq (local.get $valueBytes) (i32.const 8)) (then (return (i64.load (local.get $at)))))
    (i64.load32_s (local.get $at)))

  (func $zigzag (param $value i64) (param $to i32) (result i32)
    (call $varint
      (i64.xor (i64.shl (local.get $value) (i64.const 1)) (i64.shr_s (local.get $value) (i64.const 63)))
      (local.get $to)))

  (func $varint (param $value i64) (param $to i32) (result i32)
    (block $done
      (loop $next
        (br_if $done (i64.le_u (local.get $value) (i64.const 127)))
        (i64.store8 (local.get $to) (i64.or (local.get $value) (i64.const 128)))
        (local.set $to (i32.add (local.get $to) (i32.const 1)))
        (local.set $value (i64.shr_u (local.get $value) (i64.const 7)))
        (br $next)))
    (i64.store8 (local.get $to) (local.get $value))
    (i32.add (local.get $to) (i32.const 1))))
