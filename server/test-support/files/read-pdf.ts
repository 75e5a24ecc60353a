import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Element of the structure tree with the text of its content, without that of its children. */
export type PdfNode = { readonly role: string; readonly text: string; readonly children: readonly PdfNode[] };

export type ReadPdf = {
  readonly pages: number;
  /** Drawn text of all pages, including running heads and page numbers. */
  readonly drawn: readonly string[];
  /** Structure tree of each page, as a screen reader reads it. */
  readonly trees: readonly PdfNode[];
  readonly info: Readonly<Record<string, unknown>>;
  readonly metadata: string;
  readonly isMarked: boolean;
};

type Structure = { readonly role?: string; readonly id?: string; readonly children?: readonly Structure[] };

/** Parses a PDF with an independent program. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS }).promise;
  const drawn: string[] = [];
  const trees: PdfNode[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const texts = new Map<string, string>();
    const open: string[] = [];
    let all = '';
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if ('str' in item) {
        all += `${item.str}${item.hasEOL ? '\n' : ''}`;
        const id = open.at(-1) ?? '';
        // A blank without height is a gap between two texts and belongs to neither.
        if (item.height > 0) texts.set(id, (texts.get(id) ?? '') + item.str);
      } else if (item.type === 'endMarkedContent') open.pop();
      else open.push(('id' in item && typeof item.id === 'string' ? item.id : undefined) ?? '');
    }
    drawn.push(all);
    trees.push(nodeOf(await page.getStructTree(), texts) ?? { role: 'Root', text: '', children: [] });
    page.cleanup();
  }
  const { info, metadata } = await document.getMetadata();
  const marks = (await document.getMarkInfo()) as unknown as ReadonlyMap<string, unknown> | null;
  const result = {
    pages: document.numPages,
    drawn,
    trees,
    info: info as Record<string, unknown>,
    metadata: (metadata as { getRaw(): string } | null)?.getRaw() ?? '',
    isMarked: marks?.get('Marked') === true,
  };
  await document.loadingTask.destroy();
  return result;
}

/** The tree of a page has all rows of a table: those of other pages have no content and are dropped. */
function nodeOf({ role = '', children = [] }: Structure, texts: ReadonlyMap<string, string>): PdfNode | undefined {
  const inner = children.filter((child) => child.role !== undefined).flatMap((child) => nodeOf(child, texts) ?? []);
  const ids = children.flatMap(({ id }) => id ?? []);
  if (inner.length === 0 && ids.length === 0) return undefined;
  return { role, text: ids.map((id) => texts.get(id) ?? '').join(''), children: inner };
}

/** All elements of a role, in reading order. */
export function nodesOf(node: PdfNode, role: string): PdfNode[] {
  return [...(node.role === role ? [node] : []), ...node.children.flatMap((child) => nodesOf(child, role))];
}

/** Cells of all table rows of a document, column heads first. */
export function rowsOf({ trees }: ReadPdf): string[][] {
  return trees.flatMap((tree) => nodesOf(tree, 'TR').map((row) => row.children.map(({ text }) => text)));
}

/** All bytes of a file that is written in chunks. */
export async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
