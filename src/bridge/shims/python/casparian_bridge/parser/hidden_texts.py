"""Warns if pandas reads texts such as NA as missing values although the contract has text columns."""

import sys

TEXT_TYPES = ('string', 'str', 'text', 'varchar', 'utf8')
WARNING = (
    "pandas reads texts such as 'NA', 'n/a', 'None' and 'null' as missing values, and the contract has text columns: "
    'read_csv(..., keep_default_na=False) keeps them as they are'
)


def warn_of_hidden_texts(bridge, outputs):
    """Every reader of text in pandas creates a TextFileReader, whichever function the parser calls and however it
    imported it. Does nothing if pandas is not loaded, or has no such class."""
    module = sys.modules.get('pandas.io.parsers.readers')
    reader = getattr(module, 'TextFileReader', None)
    if reader is None or not has_text_columns(outputs):
        return
    create = reader.__init__

    def create_and_warn(self, *arguments, **options):
        if options.get('keep_default_na', True) is True and options.get('na_filter', True) is True:
            reader.__init__ = create
            bridge.send_log('warning', WARNING)
        create(self, *arguments, **options)

    reader.__init__ = create_and_warn


def has_text_columns(declared):
    """Whether an output, or one of several outputs, has a column of type string."""
    if isinstance(declared, str):
        return declared.strip().rstrip('!').strip().lower() in TEXT_TYPES
    return isinstance(declared, dict) and any(has_text_columns(each) for each in declared.values())
