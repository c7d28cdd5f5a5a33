from pyarrow import csv

from contract import AS_TEXT, BLOCKS, OUTPUTS


class Parser:
    name = 'orders'
    version = '1.0.0'
    outputs = OUTPUTS

    def parse(self, ctx):
        with csv.open_csv(ctx.input_path, read_options=BLOCKS, convert_options=AS_TEXT) as reader:
            yield from reader
