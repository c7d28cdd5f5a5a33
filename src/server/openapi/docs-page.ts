export const DOCS_PAGE = '<!doctype html><title>API</title>';
export const DOCS_SCRIPT = '';
export const DOCS_STYLE = '';
