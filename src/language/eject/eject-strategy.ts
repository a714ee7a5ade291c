import { type Checked } from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import { placeFinding } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { type ModuleParts, StrategyModule } from './strategy-module.ts';

/** Says a form in TypeScript. */
export type EjectForm<Form> = (
  form: Form,
  written: Readonly<Record<string, unknown>>,
  module: StrategyModule,
) => ModuleParts;

/** The module of a file whose form is checked, or every word of it that no TypeScript is known for. */
export function ejectedModule<Form>(
  form: Form,
  source: YamlSource,
  eject: EjectForm<Form>,
): Checked<string> {
  const module = new StrategyModule(source);
  const parts = eject(form, mappingOf(source.value), module);
  if (module.findings.length === 0) return ok(module.print(parts));
  return fail(module.findings.map((finding) => placeFinding(finding, source)));
}
