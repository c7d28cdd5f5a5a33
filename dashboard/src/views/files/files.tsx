import type { JSX } from 'preact';
import { usePages } from '../../data/use-pages.js';
import { Empty } from '../../parts/empty.js';
import { List } from '../../parts/list.js';
import { PageHead } from '../../parts/page.js';
import { SearchField } from '../../parts/search-field.js';
import { Tabs } from '../../parts/tabs.js';
import { href, navigate, query, setQuery } from '../../shell/router.js';
import { FILE_STATES, fileColumns, type ListedFile, toFile } from './file-columns.js';

/** Every file that a scan has seen, and what became of it. */
export default function Files(): JSX.Element {
  const status = (query.value.get('status') ?? undefined) as ListedFile['status'] | undefined;
  const path = query.value.get('path') ?? undefined;
  const filter = {
    ...(status === undefined ? {} : { status }),
    ...(path === undefined ? {} : { path: pattern(path) }),
  };
  const pages = usePages('/v1/files', { query: filter }, { id: ({ id }) => id, live: ['file', 'job'] });
  const tabs = [
    { id: '', label: 'All', to: href('/files', { path }) },
    ...Object.entries(FILE_STATES).map(([id, { word }]) => ({
      id,
      label: word,
      to: href('/files', { path, status: id }),
    })),
  ];
  return (
    <>
      <PageHead
        title="Files"
        trail={[{ label: 'Data' }]}
        sub="Known by their content: a file that did not change is not read again."
      >
        <SearchField
          label="Find files"
          value={path ?? ''}
          onChange={(value) => setQuery({ path: value }, { replace: true })}
        />
      </PageHead>
      <Tabs label="State" current={status ?? ''} tabs={tabs} />
      <List
        {...{ pages, columns: fileColumns(), noun: 'file', label: 'Files', id: ({ id }: ListedFile) => id }}
        onOpen={({ id }) => navigate(toFile(id))}
        onPeek={({ id }) => navigate(toFile(id))}
        empty={
          status === undefined && path === undefined ? (
            <Empty icon="file" title="No file is known yet" command="casparian scan inbox --auto">
              Drop a file, or type
            </Empty>
          ) : (
            <Empty icon="file" title="No file matches">
              <a class="prose-link" href={href('/files')}>
                Show all files
              </a>
            </Empty>
          )
        }
      />
    </>
  );
}

/** A word is a part of a name; with a star it is a pattern. */
function pattern(text: string): string {
  return /[*?[\]{}/]/.test(text) ? text : `*${text}*`;
}
