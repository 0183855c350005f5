/** The element that a translator put in the place of a text node, and the text node in whose place an element is. */
const standIns = new WeakMap<Node, ChildNode>();
const originals = new WeakMap<Node, Text>();

/**
 * Keeps a page that the browser (or an extension) translates alive. Translators take text nodes away and put `<font>`
 * elements in their places; React goes on changing and removing the nodes that it knows, which nobody sees any more, and
 * fails where it removes one. Here a change of such a node reaches what stands in its place, which the translator then
 * translates again. Browser only; returns what ends it.
 */
export function followTranslation(page: Document): () => void {
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const standIn = standIns.get(target);
      if (standIn && standIn.textContent !== target.nodeValue) standIn.textContent = target.nodeValue;
    }
  });
  const replacements = new MutationObserver((records) => {
    for (const record of records)
      for (const removed of record.removedNodes) {
        const original = removed instanceof Text ? removed : originals.get(removed);
        const standIn = original && standInOf(record, original);
        if (!standIn) continue;
        standIns.set(original, standIn);
        originals.set(standIn, original);
        changes.observe(original, { characterData: true });
      }
  });
  replacements.observe(page, { childList: true, subtree: true });
  const restore = acceptReplacedChildren();
  return () => {
    replacements.disconnect();
    changes.disconnect();
    restore();
  };
}

/**
 * The node that took the place of another in a change of its parent: in one step, or inserted before it in a step of
 * its own.
 */
function standInOf(record: MutationRecord, original: Text): ChildNode | undefined {
  if (original.isConnected) return undefined;
  const candidates = [...record.addedNodes, record.previousSibling, record.nextSibling];
  return candidates.find(
    (node): node is ChildNode =>
      node?.nodeName === "FONT" &&
      node.isConnected &&
      // The node is in the place of another text already, beside this one.
      (originals.get(node) ?? original) === original,
  );
}

/** React removes children, and inserts before children, that are children no longer. */
function acceptReplacedChildren(): () => void {
  const { removeChild, insertBefore } = Node.prototype;
  const present = (parent: Node, child: Node | null) => {
    const standIn = child && child.parentNode !== parent ? standIns.get(child) : undefined;
    return standIn?.parentNode === parent ? standIn : child;
  };
  Node.prototype.removeChild = function removePresent<T extends Node>(this: Node, child: T): T {
    removeChild.call(this, present(this, child) as Node);
    return child;
  };
  Node.prototype.insertBefore = function insertBeforePresent<T extends Node>(
    this: Node,
    node: T,
    child: Node | null,
  ): T {
    insertBefore.call(this, node, present(this, child));
    return node;
  };
  return () => Object.assign(Node.prototype, { removeChild, insertBefore });
}
