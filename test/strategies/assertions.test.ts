import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
/** At least one assertion for so many functions that change state. */
const FUNCTIONS_MAX = 3;
const ASSERTIONS = new Set(['invariant', 'assertMove', 'unreachable']);
/** Methods of collections that change them. */
const CHANGING = new Set(['set', 'add', 'delete', 'push', 'clear', 'splice', 'pop', 'shift']);
const STEPS = new Set([ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken]);
/** Emptied at each step: what leaves, and when to look again. */
const FLEETING = /\b(outbox|wakesAtMs|#effects)\b/;

interface Counted {
  readonly changing: Set<ts.Node>;
  assertions: number;
}

function count(room: string): Counted {
  const counted: Counted = { changing: new Set(), assertions: 0 };
  for (const path of globSync(`${room}/**/*.ts`, { cwd: SRC })) {
    if (path.endsWith('.test.ts') || path.includes('/testing/')) continue;
    const text = readFileSync(join(SRC, path), 'utf8');
    visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), null, counted);
  }
  return counted;
}

/** A function by its name: what it hands to another, as to `map`, is part of it. A constructor changes nothing yet. */
function visit(node: ts.Node, within: ts.Node | null, counted: Counted): void {
  const isNamed = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
  const here = isNamed || ts.isAccessor(node) ? node : within;
  if (isAssertion(node)) counted.assertions += 1;
  const changed = changedBy(node);
  if (here !== null && changed !== null && !FLEETING.test(changed)) counted.changing.add(here);
  ts.forEachChild(node, (child) => {
    visit(child, ts.isConstructorDeclaration(node) ? null : here, counted);
  });
}

function isAssertion(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === 'InvariantViolation';
  return ts.isCallExpression(node) && ASSERTIONS.has(node.expression.getText());
}

/** What a node writes to, where that is a field or a collection in one; a local variable is no state. */
function changedBy(node: ts.Node): string | null {
  if (ts.isBinaryExpression(node)) return isAssigning(node) ? fieldOf(node.left) : null;
  if (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) {
    return STEPS.has(node.operator) ? fieldOf(node.operand) : null;
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const { name, expression } = node.expression;
  return CHANGING.has(name.text) ? fieldOf(expression) : null;
}

function isAssigning({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function fieldOf(node: ts.Node): string | null {
  const isField = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  return isField ? node.getText() : null;
}

describe('what changes state', () => {
  it.each(['engine', 'kernel'])('is watched by assertions in src/%s', (room) => {
    const { changing, assertions } = count(room);
    expect(changing.size).toBeGreaterThan(0);
    expect(assertions * FUNCTIONS_MAX).toBeGreaterThanOrEqual(changing.size);
  });

  it('counts what it says that it counts', () => {
    const text = `
      class Book {
        #held = new Map();
        constructor() { this.#held.set('a', 1); }
        take(order) { invariant(order !== null, 'none'); order.units += 1; }
        note(key) { [key].forEach((one) => this.#held.set(one, 1)); this.#held.delete(key); }
        look(desk) { const found = []; found.push(1); desk.wakesAtMs.push(1); return found; }
      }`;
    const counted: Counted = { changing: new Set(), assertions: 0 };
    visit(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true), null, counted);
    expect([counted.changing.size, counted.assertions]).toEqual([2, 1]);
  });
});
