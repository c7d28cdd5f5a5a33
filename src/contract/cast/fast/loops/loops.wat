;; Reads numbers and dates from the texts of a column, sixteen bytes a step, which JavaScript cannot. Each function begins at
;; `$row`, stores the values of the rows that it can read from address `$values` on, and returns the first row that it cannot
;; read. The scan of the column's type decides about that row.
;;
;; Compiled by `npm run wasm` into loops-wasm.ts. The offsets of the column begin at address 256, and the text of a row at
;; `$base` plus its offset. Up to 15 bytes before a text and 6 after it are read.
(module
  (memory (import "host" "memory") 1)

  ;; Powers of ten up to 10^18.
  (data (i32.const 0)
    "\01\00\00\00\00\00\00\00" "\0a\00\00\00\00\00\00\00" "\64\00\00\00\00\00\00\00" "\e8\03\00\00\00\00\00\00"
    "\10\27\00\00\00\00\00\00" "\a0\86\01\00\00\00\00\00" "\40\42\0f\00\00\00\00\00" "\80\96\98\00\00\00\00\00"
    "\00\e1\f5\05\00\00\00\00" "\00\ca\9a\3b\00\00\00\00" "\00\e4\0b\54\02\00\00\00" "\00\e8\76\48\17\00\00\00"
    "\00\10\a5\d4\e8\00\00\00" "\00\a0\72\4e\18\09\00\00" "\00\40\7a\10\f3\5a\00\00" "\00\80\c6\a4\7e\8d\03\00"
    "\00\00\c1\6f\f2\86\23\00" "\00\00\8a\5d\78\45\63\01" "\00\00\64\a7\b3\b6\e0\0d")

  ;; The digits after the point of the number that `$number` read.
  (global $places (mut i32) (i32.const 0))

  ;; A minus sign and up to 15 digits.
  (func (export "ints") (param $row i32) (param $to i32) (param $base i32) (param $values i32) (result i32)
    (local $start i32) (local $end i32) (local $value i64)
    (local.set $start (call $startOf (local.get $row) (local.get $base)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $to)))
        (local.set $end (call $endOf (local.get $row) (local.get $base)))
        (local.set $value
          (call $digits
            (v128.load (i32.sub (local.get $end) (i32.const 16)))
            (i32.sub (i32.sub (local.get $end) (local.get $start)) (call $isMinus (local.get $start)))))
        (br_if $done (i64.lt_s (local.get $value) (i64.const 0)))
        (i64.store
          (i32.add (local.get $values) (i32.shl (local.get $row) (i32.const 3)))
          (call $signed (local.get $value) (call $isMinus (local.get $start))))
        (local.set $start (local.get $end))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (local.get $row))

  ;; A minus sign and up to 15 digits around at most one point, times 10^`$scale`: whole numbers less than `$limit`.
  (func (export "decimals")
    (param $row i32) (param $to i32) (param $base i32) (param $values i32) (param $scale i32) (param $limit f64)
    (result i32)
    (local $start i32) (local $end i32) (local $value i64) (local $power i64)
    (local.set $start (call $startOf (local.get $row) (local.get $base)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $to)))
        (local.set $end (call $endOf (local.get $row) (local.get $base)))
        (local.set $value
          (call $number (i32.add (local.get $start) (call $isMinus (local.get $start))) (local.get $end)))
        (br_if $done (i64.lt_s (local.get $value) (i64.const 0)))
        (br_if $done (i32.gt_u (global.get $places) (local.get $scale)))
        (local.set $power (call $power (i32.sub (local.get $scale) (global.get $places))))
        (br_if $done
          (i32.eqz
            (f64.lt
              (f64.mul (f64.convert_i64_s (local.get $value)) (f64.convert_i64_s (local.get $power)))
              (local.get $limit))))
        (i64.store
          (i32.add (local.get $values) (i32.shl (local.get $row) (i32.const 3)))
          (call $signed (i64.mul (local.get $value) (local.get $power)) (call $isMinus (local.get $start))))
        (local.set $start (local.get $end))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (local.get $row))

  ;; A minus sign and up to 15 digits around at most one point.
  (func (export "floats") (param $row i32) (param $to i32) (param $base i32) (param $values i32) (result i32)
    (local $start i32) (local $end i32) (local $value i64) (local $float f64)
    (local.set $start (call $startOf (local.get $row) (local.get $base)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $to)))
        (local.set $end (call $endOf (local.get $row) (local.get $base)))
        (local.set $value
          (call $number (i32.add (local.get $start) (call $isMinus (local.get $start))) (local.get $end)))
        (br_if $done (i64.lt_s (local.get $value) (i64.const 0)))
        (local.set $float
          (f64.div (f64.convert_i64_s (local.get $value)) (f64.convert_i64_s (call $power (global.get $places)))))
        (f64.store
          (i32.add (local.get $values) (i32.shl (local.get $row) (i32.const 3)))
          (select (f64.neg (local.get $float)) (local.get $float) (call $isMinus (local.get $start))))
        (local.set $start (local.get $end))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (local.get $row))

  ;; `2024-01-31`, as days since 1970-01-01.
  (func (export "dates") (param $row i32) (param $to i32) (param $base i32) (param $values i32) (result i32)
    (local $start i32) (local $end i32) (local $digits v128) (local $year i32) (local $month i32) (local $day i32)
    (local $early i32)
    (local.set $start (call $startOf (local.get $row) (local.get $base)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $to)))
        (local.set $end (call $endOf (local.get $row) (local.get $base)))
        (br_if $done (i32.ne (i32.sub (local.get $end) (local.get $start)) (i32.const 10)))
        (br_if $done (i32.ne (i32.load8_u offset=4 (local.get $start)) (i32.const 45)))
        (br_if $done (i32.ne (i32.load8_u offset=7 (local.get $start)) (i32.const 45)))
        (local.set $digits (i8x16.sub (v128.load (local.get $start)) (i8x16.splat (i32.const 48))))
        (br_if $done
          (i32.ne
            (i32.and
              (i8x16.bitmask (i8x16.lt_u (local.get $digits) (i8x16.splat (i32.const 10))))
              (i32.const 0x36f))
            (i32.const 0x36f)))
        (local.set $year
          (i32.add
            (i32.mul
              (i32.add
                (i32.mul (i8x16.extract_lane_u 0 (local.get $digits)) (i32.const 10))
                (i8x16.extract_lane_u 1 (local.get $digits)))
              (i32.const 100))
            (i32.add
              (i32.mul (i8x16.extract_lane_u 2 (local.get $digits)) (i32.const 10))
              (i8x16.extract_lane_u 3 (local.get $digits)))))
        (local.set $month
          (i32.add
            (i32.mul (i8x16.extract_lane_u 5 (local.get $digits)) (i32.const 10))
            (i8x16.extract_lane_u 6 (local.get $digits))))
        (local.set $day
          (i32.add
            (i32.mul (i8x16.extract_lane_u 8 (local.get $digits)) (i32.const 10))
            (i8x16.extract_lane_u 9 (local.get $digits))))
        (br_if $done (i32.eqz (local.get $year)))
        (br_if $done (i32.gt_u (i32.sub (local.get $month) (i32.const 1)) (i32.const 11)))
        (br_if $done
          (i32.ge_u
            (i32.sub (local.get $day) (i32.const 1))
            (call $daysInMonth (local.get $year) (local.get $month))))
        ;; Years begin in March, so that the leap day is the last one.
        (local.set $early (i32.lt_u (local.get $month) (i32.const 3)))
        (local.set $year (i32.sub (local.get $year) (local.get $early)))
        (local.set $month
          (i32.sub (i32.add (local.get $month) (i32.mul (local.get $early) (i32.const 12))) (i32.const 3)))
        (i32.store
          (i32.add (local.get $values) (i32.shl (local.get $row) (i32.const 2)))
          (i32.sub
            (i32.add
              (i32.add
                (i32.sub
                  (i32.add
                    (i32.mul (local.get $year) (i32.const 365))
                    (i32.div_u (local.get $year) (i32.const 4)))
                  (i32.div_u (local.get $year) (i32.const 100)))
                (i32.div_u (local.get $year) (i32.const 400)))
              (i32.add
                (i32.div_u
                  (i32.add (i32.mul (local.get $month) (i32.const 153)) (i32.const 2))
                  (i32.const 5))
                (local.get $day)))
            (i32.const 719469)))
        (local.set $start (local.get $end))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (local.get $row))

  (func $startOf (param $row i32) (param $base i32) (result i32)
    (i32.add (i32.load offset=256 (i32.shl (local.get $row) (i32.const 2))) (local.get $base)))

  (func $endOf (param $row i32) (param $base i32) (result i32)
    (i32.add (i32.load offset=260 (i32.shl (local.get $row) (i32.const 2))) (local.get $base)))

  (func $isMinus (param $at i32) (result i32)
    (i32.eq (i32.load8_u (local.get $at)) (i32.const 45)))

  (func $signed (param $value i64) (param $isMinus i32) (result i64)
    (select (i64.sub (i64.const 0) (local.get $value)) (local.get $value) (local.get $isMinus)))

  (func $power (param $exponent i32) (result i64)
    (i64.load (i32.shl (local.get $exponent) (i32.const 3))))

  ;; The number that ends at `$end`, without its point; -1 for other texts.
  (func $number (param $from i32) (param $end i32) (result i64)
    (local $length i32) (local $bytes v128) (local $points i32) (local $point v128)
    (local.set $length (i32.sub (local.get $end) (local.get $from)))
    (if (i32.gt_u (i32.sub (local.get $length) (i32.const 1)) (i32.const 15)) (then (return (i64.const -1))))
    (local.set $bytes (v128.load (i32.sub (local.get $end) (i32.const 16))))
    (local.set $points
      (i32.shr_u
        (i8x16.bitmask (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 46))))
        (i32.sub (i32.const 16) (local.get $length))))
    (if (i32.eqz (local.get $points))
      (then
        (global.set $places (i32.const 0))
        (return (call $digits (local.get $bytes) (local.get $length)))))
    (global.set $places (i32.sub (i32.sub (local.get $length) (i32.const 1)) (i32.ctz (local.get $points))))
    ;; The digits before the point move to its place. Comparisons that are true are -1.
    (local.set $point (i8x16.splat (i32.sub (i32.const 15) (global.get $places))))
    (call $digits
      (i8x16.swizzle
        (local.get $bytes)
        (i8x16.add
          (v128.const i8x16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
          (i8x16.le_u (v128.const i8x16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15) (local.get $point))))
      (i32.sub (local.get $length) (i32.const 1))))

  ;; The number of the last `$count` bytes, 1 to 15 digits; -1 for other texts.
  (func $digits (param $bytes v128) (param $count i32) (result i64)
    (local $digits v128)
    (if (i32.gt_u (i32.sub (local.get $count) (i32.const 1)) (i32.const 14)) (then (return (i64.const -1))))
    (local.set $digits
      (v128.and
        (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 48)))
        (i8x16.ge_u
          (v128.const i8x16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
          (i8x16.splat (i32.sub (i32.const 16) (local.get $count))))))
    (if (v128.any_true (i8x16.gt_u (local.get $digits) (i8x16.splat (i32.const 9)))) (then (return (i64.const -1))))
    ;; Pairs of digits, then of numbers of two and of four digits.
    (local.set $digits
      (i16x8.narrow_i32x4_s
        (i32x4.extadd_pairwise_i16x8_u
          (i16x8.extmul_low_i8x16_u (local.get $digits) (v128.const i8x16 10 1 10 1 10 1 10 1 10 1 10 1 10 1 10 1)))
        (i32x4.extadd_pairwise_i16x8_u
          (i16x8.extmul_high_i8x16_u (local.get $digits) (v128.const i8x16 10 1 10 1 10 1 10 1 10 1 10 1 10 1 10 1)))))
    (local.set $digits
      (i32x4.dot_i16x8_s (local.get $digits) (v128.const i16x8 100 1 100 1 100 1 100 1)))
    (local.set $digits
      (i32x4.dot_i16x8_s
        (i16x8.narrow_i32x4_s (local.get $digits) (local.get $digits))
        (v128.const i16x8 10000 1 10000 1 10000 1 10000 1)))
    (i64.add
      (i64.mul (i64.extend_i32_u (i32x4.extract_lane 0 (local.get $digits))) (i64.const 100000000))
      (i64.extend_i32_u (i32x4.extract_lane 1 (local.get $digits)))))

  (func $daysInMonth (param $year i32) (param $month i32) (result i32)
    (if (i32.eq (local.get $month) (i32.const 2))
      (then (return (i32.add (i32.const 28) (call $isLeap (local.get $year))))))
    ;; 31 in odd months up to July, and in even ones after it.
    (i32.add
      (i32.const 30)
      (i32.and
        (i32.add (local.get $month) (i32.shr_u (local.get $month) (i32.const 3)))
        (i32.const 1))))

  (func $isLeap (param $year i32) (result i32)
    (i32.and
      (i32.eqz (i32.and (local.get $year) (i32.const 3)))
      (i32.or
        (i32.ne (i32.rem_u (local.get $year) (i32.const 100)) (i32.const 0))
        (i32.eqz (i32.rem_u (local.get $year) (i32.const 400)))))))
