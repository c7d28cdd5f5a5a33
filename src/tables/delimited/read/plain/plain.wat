;; The two loops over every byte of a delimited file, for what most files hold: records of one line without quotes. Sixteen
;; bytes a step, which JavaScript cannot. Whatever is not plain is left to the loops in JavaScript, which know everything.
;;
;; Compiled by `npm run wasm` into plain-wasm.ts. Addresses are places in the window of the file, which begins at 0.
(module
  (memory (import "host" "memory") 1)

  ;; How many rows there are behind `records`, and how many fields of the column were empty behind `column`.
  (global $rows (export "rows") (mut i32) (i32.const 0))
  (global $nulls (export "nulls") (mut i32) (i32.const 0))

  ;; Notes where the fields of records stand, from row `$row` on, and answers where the first record begins that is not
  ;; plain: it has a quote in it or another number of fields, is blank, a comment or perhaps the header, or is not whole.
  (func (export "records")
    (param $from i32) (param $to i32) (param $row i32) (param $rowLimit i32)
    (param $starts i32) (param $ends i32) (param $recordStarts i32) (param $recordEnds i32)
    (param $width i32) (param $delimiter i32) (param $quote i32) (param $comment i32)
    (param $headerByte i32) (param $headerLength i32)
    (result i32)
    (local $at i32) (local $block i32) (local $marks i32) (local $place i32) (local $byte i32)
    (local $start i32) (local $end i32) (local $slot i32) (local $field i32) (local $bytes v128)
    (local $delimiters v128) (local $quotes v128) (local $feeds v128)
    (local.set $delimiters (i8x16.splat (local.get $delimiter)))
    (local.set $quotes (i8x16.splat (local.get $quote)))
    (local.set $feeds (i8x16.splat (i32.const 10)))
    (local.set $at (local.get $from))
    (local.set $start (local.get $from))
    (local.set $block (local.get $from))
    (local.set $slot (i32.mul (i32.mul (local.get $row) (local.get $width)) (i32.const 4)))
    (block $done
      (br_if $done (i32.ge_u (local.get $at) (local.get $to)))
      (br_if $done (i32.ge_u (local.get $row) (local.get $rowLimit)))
      (br_if $done (call $beginsOddly (local.get $at) (local.get $comment)))
      (loop $blocks
        (local.set $bytes (v128.load (local.get $block)))
        (local.set $marks
          (i8x16.bitmask
            (v128.or
              (v128.or
                (i8x16.eq (local.get $bytes) (local.get $delimiters))
                (i8x16.eq (local.get $bytes) (local.get $feeds)))
              (i8x16.eq (local.get $bytes) (local.get $quotes)))))
        (block $blockEnd
          (loop $nextMark
            (br_if $blockEnd (i32.eqz (local.get $marks)))
            (local.set $place (i32.add (local.get $block) (i32.ctz (local.get $marks))))
            (local.set $marks (i32.and (local.get $marks) (i32.sub (local.get $marks) (i32.const 1))))
            (br_if $done (i32.ge_u (local.get $place) (local.get $to)))
            (local.set $byte (i32.load8_u (local.get $place)))
            (if (i32.eq (local.get $byte) (local.get $delimiter))
              (then
                (i32.store (i32.add (local.get $starts) (local.get $slot)) (local.get $start))
                (i32.store (i32.add (local.get $ends) (local.get $slot)) (local.get $place))
                (local.set $slot (i32.add (local.get $slot) (i32.const 4)))
                (local.set $field (i32.add (local.get $field) (i32.const 1)))
                (br_if $done (i32.ge_u (local.get $field) (local.get $width)))
                (local.set $start (i32.add (local.get $place) (i32.const 1)))
                (br $nextMark)))
            ;; A quote, or too few fields.
            (br_if $done (i32.ne (local.get $byte) (i32.const 10)))
            (br_if $done (i32.ne (i32.add (local.get $field) (i32.const 1)) (local.get $width)))
            ;; Carriage returns before the line feed belong to the line end.
            (local.set $end (local.get $place))
            (block $trimmed
              (loop $trim
                (br_if $trimmed (i32.le_u (local.get $end) (local.get $start)))
                (br_if $trimmed (i32.ne (i32.load8_u (i32.sub (local.get $end) (i32.const 1))) (i32.const 13)))
                (local.set $end (i32.sub (local.get $end) (i32.const 1)))
                (br $trim)))
            (br_if $done
              (i32.and
                (i32.eq (i32.load8_u (local.get $at)) (local.get $headerByte))
                (i32.eq (i32.sub (local.get $end) (local.get $at)) (local.get $headerLength))))
            (i32.store (i32.add (local.get $starts) (local.get $slot)) (local.get $start))
            (i32.store (i32.add (local.get $ends) (local.get $slot)) (local.get $end))
            (i32.store (i32.add (local.get $recordStarts) (i32.shl (local.get $row) (i32.const 2))) (local.get $at))
            (i32.store (i32.add (local.get $recordEnds) (i32.shl (local.get $row) (i32.const 2))) (local.get $place))
            (local.set $slot (i32.add (local.get $slot) (i32.const 4)))
            (local.set $field (i32.const 0))
            (local.set $row (i32.add (local.get $row) (i32.const 1)))
            (local.set $at (i32.add (local.get $place) (i32.const 1)))
            (local.set $start (local.get $at))
            (br_if $done (i32.ge_u (local.get $at) (local.get $to)))
            (br_if $done (i32.ge_u (local.get $row) (local.get $rowLimit)))
            (br_if $done (call $beginsOddly (local.get $at) (local.get $comment)))
            (br $nextMark)))
        (local.set $block (i32.add (local.get $block) (i32.const 16)))
        (br_if $blocks (i32.lt_u (local.get $block) (local.get $to)))))
    (global.set $rows (local.get $row))
    (local.get $at))

  ;; Whether a line is blank or a comment, to all appearances.
  (func $beginsOddly (param $at i32) (param $comment i32) (result i32)
    (local $byte i32)
    (local.set $byte (i32.load8_u (local.get $at)))
    (i32.or
      (i32.eq (local.get $byte) (local.get $comment))
      (i32.or (i32.eq (local.get $byte) (i32.const 10)) (i32.eq (local.get $byte) (i32.const 13)))))

  ;; Copies the fields of one column one behind the other to `$target`, with their offsets, and answers how many bytes they
  ;; are; -1 when one of them is quoted. Up to 15 bytes are written behind the last one.
  (func (export "column")
    (param $starts i32) (param $ends i32) (param $rows i32) (param $step i32) (param $offsets i32) (param $target i32)
    (result i32)
    (local $row i32) (local $filled i32) (local $start i32) (local $end i32) (local $into i32) (local $empty i32)
    (block $done
      (loop $nextRow
        (i32.store (local.get $offsets) (local.get $filled))
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (local.set $start (i32.load (local.get $starts)))
        (local.set $end (i32.load (local.get $ends)))
        (if (i32.lt_s (local.get $start) (i32.const 0)) (then (return (i32.const -1))))
        (local.set $empty (i32.add (local.get $empty) (i32.eq (local.get $start) (local.get $end))))
        (local.set $into (i32.add (local.get $target) (local.get $filled)))
        (local.set $filled (i32.add (local.get $filled) (i32.sub (local.get $end) (local.get $start))))
        (loop $nextBytes
          (v128.store (local.get $into) (v128.load (local.get $start)))
          (local.set $into (i32.add (local.get $into) (i32.const 16)))
          (local.set $start (i32.add (local.get $start) (i32.const 16)))
          (br_if $nextBytes (i32.lt_s (local.get $start) (local.get $end))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (local.set $offsets (i32.add (local.get $offsets) (i32.const 4)))
        (local.set $starts (i32.add (local.get $starts) (local.get $step)))
        (local.set $ends (i32.add (local.get $ends) (local.get $step)))
        (br $nextRow)))
    (global.set $nulls (local.get $empty))
    (local.get $filled)))
