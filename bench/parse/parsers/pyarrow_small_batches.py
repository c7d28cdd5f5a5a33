from pyarrow import csv

from contract import AS_TEXT, OUTPUTS


class Parser:
    """Reads in pyarrow's own blocks of 1 MiB: it reads up to 32 of them ahead, which with 8 MiB is 256 MB of Python."""

    name = 'orders'
    version = '1.0.0'
    outputs = OUTPUTS

    def parse(self, ctx):
        with csv.open_csv(ctx.input_path, convert_options=AS_TEXT) as reader:
            yield from reader
