const HTML = /^\s*(?:<!--.*?-->\s*)?(?:<!doctype html\b|<html\b|<head\b|<meta\b|<style\b|<table\b)/is;
const XML = /^\s*<\?xml\b/i;

/**
 * Why a text is no table although its lines may have commas; null when it is no markup. Many programs export pages and XML
 * under the name .xls, because Excel opens them.
 */
export function markupReason(head: string): string | null {
  if (HTML.test(head))
    return 'It is a page of HTML. Excel opens and saves it as .xlsx or .csv; pandas.read_html reads its tables.';
  if (XML.test(head)) return 'It is XML. If Excel wrote it, Excel opens it and saves it as .xlsx.';
  return null;
}
