import type { PdfObjects } from './pdf-objects.ts';

/** The standard structure types that the documents use (ISO 32000-1, 14.8.4). */
export type TagName = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'THead' | 'TBody' | 'TR' | 'TH' | 'TD' | 'Figure';

/** Open element of the structure tree. */
export type Tag = {
  readonly id: number;
  readonly name: TagName;
  readonly parentId: number;
  readonly attributes: string;
  /** References to child elements and content. */
  readonly kids: string[];
  /** Page of its content. */
  pageId: number | undefined;
};

export type Tags = {
  readonly document: Tag;
  open(parent: Tag, name: TagName, attributes?: string): Tag;
  /** Registers content of the current page for the element and returns its number. */
  mark(tag: Tag): number;
  /** Writes an element and drops it from memory. */
  close(tag: Tag): void;
  /** Starts a page. Returns its number in the parent tree. */
  startPage(pageId: number): number;
  /** Writes the elements of the page's content. */
  endPage(): void;
  /** Closes the document and writes the root of the tree. Returns its id. */
  finish(): number;
};

/**
 * Structure tree, written with the pages: an element when it is closed, and for each page the references from its
 * content. Only ids of open elements stay in memory.
 */
export function openTags(objects: PdfObjects): Tags {
  const rootId = objects.reserve();
  const parentsOfPages: number[] = [];
  let pageId = 0;
  let owners: number[] = [];

  function open(parentId: number, name: TagName, attributes = ''): Tag {
    return { id: objects.reserve(), name, parentId, attributes, kids: [], pageId: undefined };
  }

  function close({ id, name, parentId, attributes, kids, pageId: ownPage }: Tag): void {
    const page = ownPage === undefined ? '' : `/Pg ${ownPage} 0 R`;
    const content = kids.length === 1 ? ` ${kids[0]}` : `[${kids.join(' ')}]`;
    objects.add(id, `<</S/${name}/P ${parentId} 0 R${page}${attributes}/K${content}>>`);
  }

  const document = open(rootId, 'Document');
  return {
    document,
    open(parent, name, attributes) {
      const tag = open(parent.id, name, attributes);
      parent.kids.push(`${tag.id} 0 R`);
      return tag;
    },
    mark(tag) {
      const number = owners.length;
      owners.push(tag.id);
      tag.pageId ??= pageId;
      // Content on another page than the first piece includes its page.
      tag.kids.push(tag.pageId === pageId ? String(number) : `<</Type/MCR/Pg ${pageId} 0 R/MCID ${number}>>`);
      return number;
    },
    close,
    startPage(id) {
      pageId = id;
      owners = [];
      return parentsOfPages.length;
    },
    endPage() {
      const id = objects.reserve();
      objects.add(id, `[${owners.map((owner) => `${owner} 0 R`).join(' ')}]`);
      parentsOfPages.push(id);
    },
    finish() {
      close(document);
      const parentTree = objects.reserve();
      const numbers = parentsOfPages.map((id, index) => `${index} ${id} 0 R`).join(' ');
      objects.add(parentTree, `<</Nums[${numbers}]>>`);
      objects.add(
        rootId,
        `<</Type/StructTreeRoot/K ${document.id} 0 R/ParentTree ${parentTree} 0 R/ParentTreeNextKey ${parentsOfPages.length}>>`,
      );
      return rootId;
    },
  };
}
