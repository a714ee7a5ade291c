#!/usr/bin/env node
import { nodeProblem } from './node-version.ts';

// Nothing newer is imported before the version is known to be new enough: an old Node would fail inside a
// package with a message that tells nothing.
const tooOld = nodeProblem(process.versions.node);
if (tooOld === null) {
  const { keepCompiled } = await import('./keep-compiled.ts');
  keepCompiled(process.env);
  const { runProcess } = await import('./run-process.ts');
  await runProcess();
} else {
  process.stderr.write(tooOld);
  process.exitCode = 2;
}
