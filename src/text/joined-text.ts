import { invariant } from '../base/invariant.ts';
import { type Problem } from '../base/problem.ts';
import {
  type ProblemParts,
  type TextPlace,
  type TextSpan,
  type YamlSource,
  type YamlTree,
} from './yaml-source.ts';

/** Between two files: a comment at the end of one is not above what begins the next. */
const BETWEEN = '\n\n';

interface JoinedFile {
  readonly source: YamlSource;
  readonly startOffset: number;
}

/**
 * Several files as one text, in which each has a stretch of its own: a place in it is a place in one of them. The first is
 * the file that the user named.
 */
export class JoinedText {
  readonly #files: JoinedFile[] = [];
  #text = '';

  /** Adds a file. What it says, with places in the joined text. */
  add(source: YamlSource): YamlTree {
    const startOffset = this.#text.length;
    this.#files.push({ source, startOffset });
    this.#text += source.text + BETWEEN;
    return movedTree(source.tree, startOffset);
  }

  /** The source of a tree that was made of those of the files. Problems with all of it are shown at the top of its own. */
  source(tree: YamlTree): YamlSource {
    const { file } = this.#at(0).source;
    const { startOffset } = this.#at(tree.span.startOffset);
    return {
      file,
      text: this.#text,
      value: tree.value,
      tree,
      top: { startOffset, endOffset: startOffset },
      positionAt: this.#positionAt,
      problemAt: this.#problemAt,
    };
  }

  readonly #positionAt = (offset: number): TextPlace => {
    const { source, startOffset } = this.#at(offset);
    const place = source.positionAt(offset - startOffset);
    return startOffset === 0 ? place : { ...place, file: source.file };
  };

  readonly #problemAt = (span: TextSpan, message: string, parts: ProblemParts): Problem => {
    const { source, startOffset } = this.#at(span.startOffset);
    return source.problemAt(movedSpan(span, -startOffset), message, parts);
  };

  #at(offset: number): JoinedFile {
    const found = this.#files.findLast(({ startOffset }) => startOffset <= offset);
    invariant(found !== undefined, 'A joined text has a file');
    return found;
  }
}

function movedSpan({ startOffset, endOffset }: TextSpan, by: number): TextSpan {
  return { startOffset: startOffset + by, endOffset: endOffset + by };
}

function movedTree(tree: YamlTree, by: number): YamlTree {
  const parts = [...tree.parts].map(([name, part]) => {
    return [name, { key: movedSpan(part.key, by), tree: movedTree(part.tree, by) }] as const;
  });
  return { ...tree, span: movedSpan(tree.span, by), parts: new Map(parts) };
}
