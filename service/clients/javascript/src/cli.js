#!/usr/bin/env node
// Prints ids: node src/cli.js COUNT SERVER...
import { UidClient } from './index.js';

const [count, ...servers] = process.argv.slice(2);
if (servers.length === 0) {
  console.error('uidgenerator-client COUNT SERVER...');
  process.exit(1);
}
const client = new UidClient(servers);
for (let i = 0; i < Number(count); i++) console.log(String(await client.nextId()));
