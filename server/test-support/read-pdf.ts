import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** An element of the structure tree with the text of its own content. */
export type PdfNode = { readonly role: string; readonly text: string; readonly children: readonly PdfNode[] };

export type ReadPdf = {
  readonly pages: number;
  /** The text of all pages as it is drawn, the running heads and page numbers too. */
  readonly drawn: readonly string[];
  /** The structure tree of each page: what a screen reader reads. */
  readonly trees: readonly PdfNode[];
  readonly info: Readonly<Record<string, unknown>>;
  readonly metadata: string;
  readonly isMarked: boolean;
};

type Structure = { readonly role?: string; readonly id?: string; readonly children?: readonly Structure[] };

/** Reads a PDF by another program than the one that wrote it. */
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
        // A blank without a height stands for a gap between two texts, and is in neither.
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

/** The tree of a page names all of a table's rows: those of other pages have no content and are left out. */
function nodeOf({ role = '', children = [] }: Structure, texts: ReadonlyMap<string, string>): PdfNode | undefined {
  const inner = children.filter((child) => child.role !== undefined).flatMap((child) => nodeOf(child, texts) ?? []);
  const ids = children.flatMap(({ id }) => id ?? []);
  if (inner.length === 0 && ids.length === 0) return undefined;
  return { role, text: ids.map((id) => texts.get(id) ?? '').join(''), children: inner };
}

/** All elements of a role, in the order in which they are read. */
export function nodesOf(node: PdfNode, role: string): PdfNode[] {
  return [...(node.role === role ? [node] : []), ...node.children.flatMap((child) => nodesOf(child, role))];
}

/** The cells of all rows of a document's tables, the heads first. */
export function rowsOf({ trees }: ReadPdf): string[][] {
  return trees.flatMap((tree) => nodesOf(tree, 'TR').map((row) => row.children.map(({ text }) => text)));
}

/** All bytes of a file that is written piece by piece. */
export async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
