import pandas as pd

from contract import OUTPUTS


class Parser:
    name = 'orders'
    version = '1.0.0'
    outputs = OUTPUTS

    def parse(self, ctx):
        return pd.read_csv(ctx.input_path, dtype={'date': 'str', 'amount': 'str'})
