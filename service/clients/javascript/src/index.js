export { UidClient } from './client.js';
export { UidUnavailableError } from './failures.js';
export { Layout } from './layout.js';
export { fromText, toText } from './text.js';
