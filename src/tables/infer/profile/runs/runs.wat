;; Counts the values of a column that have a common shape, sixteen bytes a step, which JavaScript cannot. Each function
;; begins at `$row` and returns the first row that it is not sure about; `classify` decides about that row.
;;
;; Compiled by `npm run wasm` into runs-wasm.ts. The offsets of the column are at address 0, and the value of a row begins at
;; `$base` plus its offset. Up to 15 bytes after the last value are read.
(module
  (memory (import "host" "memory") 1)

  ;; Of the numbers of a run: the most digits before and after the point, and the fewest and most digits in total.
  (global $mostWhole (export "mostWhole") (mut i32) (i32.const 0))
  (global $mostPlaces (export "mostPlaces") (mut i32) (i32.const 0))
  (global $fewestDigits (export "fewestDigits") (mut i32) (i32.const 0))
  (global $mostDigits (export "mostDigits") (mut i32) (i32.const 0))

  ;; The texts of a run, by shape.
  (global $words (export "words") (mut i32) (i32.const 0))
  (global $codes (export "codes") (mut i32) (i32.const 0))
  (global $texts (export "texts") (mut i32) (i32.const 0))

  ;; Integers of up to 15 digits without a sign or a leading zero. Eight digits may be a date.
  (func (export "ints") (param $row i32) (param $to i32) (param $base i32) (result i32)
    (local $start i32) (local $end i32) (local $length i32) (local $lanes i32)
    (call $forgetDigits)
    (local.set $start (call $startOf (local.get $row) (local.get $base)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $to)))
        (local.set $end (call $endOf (local.get $row) (local.get $base)))
        (local.set $length (i32.sub (local.get $end) (local.get $start)))
        (br_if $done (i32.gt_u (i32.sub (local.get $length) (i32.const 1)) (i32.const 14)))
        (br_if $done (i32.eq (local.get $length) (i32.const 8)))
        (br_if $done
          (i32.and (i32.gt_u (local.get $length) (i32.const 1)) (i32.eq (i32.load8_u (local.get $start)) (i32.const 48))))
        (local.set $lanes (call $lanes (local.get $length)))
        (br_if $done
          (i32.ne (i32.and (call $digits (v128.load (local.get $start))) (local.get $lanes)) (local.get $lanes)))
        (call $noteDigits (local.get $length) (i32.const 0))
        (local.set $start (local.get $end))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (local.get $row))

  ;; Digits, a point and digits, at most 15, without a sign; a leading zero only directly before the point. `1.234` may have
  ;; a thousands separator.
  (func (export "decimals") (param $row i32) (param $to i32) (param $base i32) (result i32)
    (local $start i32) (local $end i32) (local $length i32) (local $others i32) (local $whole i32) (local $places i32)
    (local $isZero i32)
    (call $forgetDigits)
    (local.set $start (call $startOf (local.get $row) (local.get $base)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $to)))
        (local.set $end (call $endOf (local.get $row) (local.get $base)))
        (local.set $length (i32.sub (local.get $end) (local.get $start)))
        (br_if $done (i32.gt_u (i32.sub (local.get $length) (i32.const 2)) (i32.const 14)))
        (local.set $others
          (i32.and
            (i32.xor (call $digits (v128.load (local.get $start))) (i32.const -1))
            (call $lanes (local.get $length))))
        (br_if $done (i32.ne (i32.popcnt (local.get $others)) (i32.const 1)))
        (local.set $whole (i32.ctz (local.get $others)))
        (br_if $done (i32.eqz (local.get $whole)))
        (br_if $done (i32.ne (i32.load8_u (i32.add (local.get $start) (local.get $whole))) (i32.const 46)))
        (local.set $isZero (i32.eq (i32.load8_u (local.get $start)) (i32.const 48)))
        (br_if $done (i32.and (i32.gt_u (local.get $whole) (i32.const 1)) (local.get $isZero)))
        (local.set $places (i32.sub (i32.sub (local.get $length) (local.get $whole)) (i32.const 1)))
        (br_if $done
          (i32.and
            (i32.eq (local.get $places) (i32.const 3))
            (i32.and (i32.le_u (local.get $whole) (i32.const 3)) (i32.eqz (local.get $isZero)))))
        (call $noteDigits (local.get $whole) (local.get $places))
        (local.set $start (local.get $end))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (local.get $row))

  ;; `2024-01-31`, from the year 1000 on, except for leap days.
  (func (export "dates") (param $row i32) (param $to i32) (param $base i32) (result i32)
    (local $start i32) (local $end i32) (local $month i32) (local $day i32)
    (local.set $start (call $startOf (local.get $row) (local.get $base)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $to)))
        (local.set $end (call $endOf (local.get $row) (local.get $base)))
        (br_if $done (i32.ne (i32.sub (local.get $end) (local.get $start)) (i32.const 10)))
        (br_if $done
          (i32.ne (i32.and (call $digits (v128.load (local.get $start))) (i32.const 0x3ff)) (i32.const 0x36f)))
        (br_if $done (i32.ne (i32.load8_u offset=4 (local.get $start)) (i32.const 45)))
        (br_if $done (i32.ne (i32.load8_u offset=7 (local.get $start)) (i32.const 45)))
        (br_if $done (i32.eq (i32.load8_u (local.get $start)) (i32.const 48)))
        (local.set $month (call $twoDigits (i32.add (local.get $start) (i32.const 5))))
        (local.set $day (call $twoDigits (i32.add (local.get $start) (i32.const 8))))
        (br_if $done (i32.gt_u (i32.sub (local.get $month) (i32.const 1)) (i32.const 11)))
        (br_if $done (i32.gt_u (i32.sub (local.get $day) (i32.const 1)) (i32.const 30)))
        (if (i32.gt_u (local.get $day) (i32.const 28))
          (then
            (br_if $done (i32.eq (local.get $month) (i32.const 2)))
            ;; The months with 31 days, one bit each.
            (br_if $done
              (i32.and
                (i32.eq (local.get $day) (i32.const 31))
                (i32.eqz (i32.and (i32.shr_u (i32.const 0x15aa) (local.get $month)) (i32.const 1)))))))
        (local.set $start (local.get $end))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (local.get $row))

  ;; Texts that begin with a letter, are too long for a word with a meaning, and are neither dates nor amounts. `$counted`
  ;; has a bit for each shape that may be counted: words 1, codes 2, other texts 4.
  (func (export "textsOf") (param $row i32) (param $to i32) (param $base i32) (param $counted i32) (result i32)
    (local $start i32) (local $end i32) (local $length i32) (local $first i32) (local $last i32) (local $at i32)
    (local $lanes i32) (local $name i32) (local $hasDigit i32) (local $hasOther i32) (local $digit i32) (local $bytes v128)
    (global.set $words (i32.const 0))
    (global.set $codes (i32.const 0))
    (global.set $texts (i32.const 0))
    (local.set $start (call $startOf (local.get $row) (local.get $base)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $to)))
        (local.set $end (call $endOf (local.get $row) (local.get $base)))
        (local.set $length (i32.sub (local.get $end) (local.get $start)))
        (br_if $done (i32.le_s (local.get $length) (i32.const 9)))
        (local.set $first (i32.load8_u (local.get $start)))
        (local.set $last (i32.load8_u (i32.sub (local.get $end) (i32.const 1))))
        (br_if $done (i32.eqz (call $isLetter (local.get $first))))
        ;; Spaces are trimmed; capitals, dollars and bytes outside ASCII may end an amount.
        (br_if $done (i32.gt_u (i32.sub (local.get $last) (i32.const 0x21)) (i32.const 0x5e)))
        (br_if $done (i32.eq (local.get $last) (i32.const 36)))
        (br_if $done (call $isUpper (local.get $last)))
        (br_if $done
          (i32.and (call $isUpper (local.get $first)) (call $isUpper (i32.load8_u offset=1 (local.get $start)))))
        (if (call $mayEndDate (local.get $last))
          (then
            (local.set $first (i32.or (local.get $first) (i32.const 32)))
            ;; The first letters of weekdays.
            (br_if $done (i32.or (i32.or (i32.eq (local.get $first) (i32.const 109)) (i32.eq (local.get $first) (i32.const 116))) (i32.or (i32.eq (local.get $first) (i32.const 119)) (i32.or (i32.eq (local.get $first) (i32.const 102)) (i32.eq (local.get $first) (i32.const 115))))))
            ;; The first three letters of the other months.
            (local.set $name
              (i32.or (i32.and (i32.load (local.get $start)) (i32.const 0xffffff)) (i32.const 0x202020)))
            (br_if $done (i32.or (i32.or (i32.or (i32.eq (local.get $name) (i32.const 7499873)) (i32.eq (local.get $name) (i32.const 6780257))) (i32.or (i32.eq (local.get $name) (i32.const 6514020)) (i32.eq (local.get $name) (i32.const 7233898)))) (i32.or (i32.or (i32.eq (local.get $name) (i32.const 7107946)) (i32.eq (local.get $name) (i32.const 7239018))) (i32.or (i32.eq (local.get $name) (i32.const 7761774)) (i32.eq (local.get $name) (i32.const 7627631))))))))
        (local.set $hasDigit (i32.const 0))
        (local.set $hasOther (i32.const 0))
        (if (i32.gt_u (local.get $length) (i32.const 40))
          (then
            ;; Too long for a word or a code.
            (local.set $hasDigit (i32.const 1))
            (local.set $hasOther (i32.const 1)))
          (else
            (local.set $at (local.get $start))
            (loop $block
              (local.set $bytes (v128.load (local.get $at)))
              (local.set $lanes (call $lanes (i32.sub (local.get $end) (local.get $at))))
              (local.set $digit (call $digits (local.get $bytes)))
              (local.set $hasDigit (i32.or (local.get $hasDigit) (i32.and (local.get $digit) (local.get $lanes))))
              (local.set $hasOther
                (i32.or
                  (local.get $hasOther)
                  (i32.and
                    (i32.xor (i32.or (local.get $digit) (call $inCodes (local.get $bytes))) (i32.const -1))
                    (local.get $lanes))))
              (local.set $at (i32.add (local.get $at) (i32.const 16)))
              (br_if $block (i32.lt_u (local.get $at) (local.get $end))))))
        (if (i32.eqz (local.get $hasDigit))
          (then
            (br_if $done (i32.eqz (i32.and (local.get $counted) (i32.const 1))))
            (global.set $words (i32.add (global.get $words) (i32.const 1))))
          (else
            (if (i32.eqz (local.get $hasOther))
              (then
                (br_if $done (i32.eqz (i32.and (local.get $counted) (i32.const 2))))
                (global.set $codes (i32.add (global.get $codes) (i32.const 1))))
              (else
                (br_if $done (i32.eqz (i32.and (local.get $counted) (i32.const 4))))
                (global.set $texts (i32.add (global.get $texts) (i32.const 1)))))))
        (local.set $start (local.get $end))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (local.get $row))

  (func $startOf (param $row i32) (param $base i32) (result i32)
    (i32.add (i32.load (i32.shl (local.get $row) (i32.const 2))) (local.get $base)))

  (func $endOf (param $row i32) (param $base i32) (result i32)
    (i32.add (i32.load offset=4 (i32.shl (local.get $row) (i32.const 2))) (local.get $base)))

  ;; A bit for each of the first `$length` bytes of sixteen.
  (func $lanes (param $length i32) (result i32)
    (select
      (i32.const 0xffff)
      (i32.sub (i32.shl (i32.const 1) (local.get $length)) (i32.const 1))
      (i32.gt_u (local.get $length) (i32.const 15))))

  (func $digits (param $bytes v128) (result i32)
    (i8x16.bitmask
      (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 48))) (i8x16.splat (i32.const 10)))))

  ;; What a code may contain besides digits: letters, bytes outside ASCII except for signs (first bytes C2 and E2), hyphens,
  ;; points, slashes and underscores.
  (func $inCodes (param $bytes v128) (result i32)
    (i8x16.bitmask
      (v128.or
        (v128.or
          (i8x16.lt_u
            (i8x16.sub (v128.or (local.get $bytes) (i8x16.splat (i32.const 32))) (i8x16.splat (i32.const 97)))
            (i8x16.splat (i32.const 26)))
          (v128.andnot
            (i8x16.lt_s (local.get $bytes) (i8x16.splat (i32.const 0)))
            (v128.or
              (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0xc2)))
              (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0xe2))))))
        (v128.or
          (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 45))) (i8x16.splat (i32.const 3)))
          (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 95)))))))

  (func $isLetter (param $byte i32) (result i32)
    (i32.lt_u (i32.sub (i32.or (local.get $byte) (i32.const 32)) (i32.const 97)) (i32.const 26)))

  (func $isUpper (param $byte i32) (result i32)
    (i32.lt_u (i32.sub (local.get $byte) (i32.const 65)) (i32.const 26)))

  ;; Dates end in a digit, AM or PM, Z or UTC.
  (func $mayEndDate (param $byte i32) (result i32)
    (local $lower i32)
    (local.set $lower (i32.or (local.get $byte) (i32.const 32)))
    (i32.or
      (i32.lt_u (i32.sub (local.get $byte) (i32.const 48)) (i32.const 10))
      (i32.or
        (i32.eq (local.get $lower) (i32.const 109))
        (i32.or (i32.eq (local.get $lower) (i32.const 122)) (i32.eq (local.get $lower) (i32.const 99))))))

  (func $twoDigits (param $at i32) (result i32)
    (i32.add
      (i32.mul (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)) (i32.const 10))
      (i32.sub (i32.load8_u offset=1 (local.get $at)) (i32.const 48))))

  (func $forgetDigits
    (global.set $mostWhole (i32.const 0))
    (global.set $mostPlaces (i32.const 0))
    (global.set $fewestDigits (i32.const 0x7fffffff))
    (global.set $mostDigits (i32.const 0)))

  (func $noteDigits (param $whole i32) (param $places i32)
    (local $digits i32)
    (local.set $digits (i32.add (local.get $whole) (local.get $places)))
    (if (i32.gt_u (local.get $whole) (global.get $mostWhole)) (then (global.set $mostWhole (local.get $whole))))
    (if (i32.gt_u (local.get $places) (global.get $mostPlaces)) (then (global.set $mostPlaces (local.get $places))))
    (if (i32.gt_u (local.get $digits) (global.get $mostDigits)) (then (global.set $mostDigits (local.get $digits))))
    (if (i32.lt_u (local.get $digits) (global.get $fewestDigits)) (then (global.set $fewestDigits (local.get $digits))))))
