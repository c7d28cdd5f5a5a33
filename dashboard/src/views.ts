import type { ComponentType } from 'preact';
import { may, type Permission } from './data/session.js';

/** What a view gets: the parameters of its path. */
export interface ViewProps {
  readonly params: Readonly<Record<string, string>>;
}

export type Group = 'Work' | 'Data' | 'Evidence' | 'System';

export interface View {
  /** Such as `/jobs/:id`. */
  readonly path: string;
  readonly title: string;
  /** Its place in the navigation; undefined for pages below another one, null for the top. */
  readonly group?: Group | null;
  readonly icon: string;
  /** The second key of `G` then `J`. */
  readonly key?: string;
  /** Who may see it. */
  readonly permission: Permission;
  readonly load: () => Promise<{ readonly default: ComponentType<ViewProps> }>;
}

/** Every view. Its folder is loaded when it is opened. */
export const VIEWS: readonly View[] = [
  {
    ...{ path: '/', title: 'Overview', group: null, icon: 'overview', key: 'o', permission: 'jobs:read' },
    load: () => import('./views/overview/overview.js'),
  },
  {
    ...{ path: '/jobs', title: 'Jobs', group: 'Work', icon: 'jobs', key: 'j', permission: 'jobs:read' },
    load: () => import('./views/jobs/jobs.js'),
  },
  {
    ...{ path: '/jobs/:id', title: 'Job', icon: 'jobs', permission: 'jobs:read' },
    load: () => import('./views/job/job.js'),
  },
  {
    ...{ path: '/errors', title: 'Errors', group: 'Work', icon: 'errors', key: 'e', permission: 'jobs:read' },
    load: () => import('./views/errors/errors.js'),
  },
  {
    ...{ path: '/queues', title: 'Queues', group: 'Work', icon: 'queues', key: 'q', permission: 'installation:read' },
    load: () => import('./views/queues/queues.js'),
  },
  {
    ...{ path: '/workers', title: 'Workers', group: 'Work', icon: 'workers', permission: 'installation:read' },
    load: () => import('./views/workers/workers.js'),
  },
  {
    ...{ path: '/schedules', title: 'Schedules', group: 'Work', icon: 'clock', permission: 'jobs:read' },
    load: () => import('./views/schedules/schedules.js'),
  },
  {
    path: '/files',
    title: 'Files',
    group: 'Data',
    icon: 'file',
    key: 'f',
    permission: 'data:read',
    load: () => import('./views/files/files.js'),
  },
  {
    path: '/files/:id',
    title: 'File',
    icon: 'file',
    permission: 'data:read',
    load: () => import('./views/file/file.js'),
  },
  {
    path: '/datasets',
    title: 'Datasets',
    group: 'Data',
    icon: 'table',
    key: 'd',
    permission: 'data:read',
    load: () => import('./views/datasets/datasets.js'),
  },
  {
    path: '/datasets/:name',
    title: 'Dataset',
    icon: 'table',
    permission: 'data:read',
    load: () => import('./views/dataset/dataset.js'),
  },
  {
    path: '/quarantine',
    title: 'Quarantine',
    group: 'Data',
    icon: 'quarantine',
    key: 'u',
    permission: 'data:read',
    load: () => import('./views/quarantine/quarantine.js'),
  },
  {
    path: '/sql',
    title: 'SQL',
    group: 'Data',
    icon: 'sql',
    permission: 'data:read',
    load: () => import('./views/sql/sql.js'),
  },
  {
    path: '/drop',
    title: 'Drop a file',
    icon: 'upload',
    permission: 'data:read',
    load: () => import('./views/drop/drop.js'),
  },
  {
    path: '/passports',
    title: 'Passports',
    group: 'Evidence',
    icon: 'passport',
    key: 'p',
    permission: 'passport:read',
    load: () => import('./views/passports/passports.js'),
  },
  {
    path: '/passports/:id',
    title: 'Passport',
    icon: 'passport',
    permission: 'passport:read',
    load: () => import('./views/passports/passport.js'),
  },
  {
    path: '/sources',
    title: 'Sources',
    group: 'Evidence',
    icon: 'source',
    key: 's',
    permission: 'prices:read',
    load: () => import('./views/sources/sources.js'),
  },
  {
    path: '/valuations',
    title: 'Valuations',
    group: 'Evidence',
    icon: 'scatter',
    key: 'v',
    permission: 'prices:read',
    load: () => import('./views/valuations/valuations.js'),
  },
  {
    path: '/valuations/:id',
    title: 'Valuation',
    icon: 'scatter',
    permission: 'prices:read',
    load: () => import('./views/valuations/valuation.js'),
  },
  {
    path: '/audit',
    title: 'Audit',
    group: 'System',
    icon: 'audit',
    permission: 'audit:read',
    load: () => import('./views/audit/audit.js'),
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    group: 'System',
    icon: 'hook',
    permission: 'tenant:admin',
    load: () => import('./views/webhooks/webhooks.js'),
  },
  {
    path: '/keys',
    title: 'API keys',
    group: 'System',
    icon: 'key',
    permission: 'access:admin',
    load: () => import('./views/keys/keys.js'),
  },
  {
    path: '/settings',
    title: 'Settings',
    group: 'System',
    icon: 'settings',
    permission: 'installation:read',
    load: () => import('./views/settings/settings.js'),
  },
];

export const GROUPS: readonly Group[] = ['Work', 'Data', 'Evidence', 'System'];

/** The views that the person may see. */
export function visibleViews(): View[] {
  return VIEWS.filter(({ permission }) => may(permission));
}
