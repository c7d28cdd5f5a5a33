import '../style/index.css';
import { render } from 'preact';
import { App } from './shell/app.js';
import { listenToKeys } from './shell/keys.js';
import { followLinks } from './shell/router.js';

followLinks();
listenToKeys();
render(<App />, document.getElementById('root') as HTMLElement);
