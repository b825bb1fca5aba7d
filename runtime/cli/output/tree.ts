/** Draws a tree with the line characters that `tree` and `git log --graph` made familiar. */

export type TreeNode = { readonly label: string; readonly children: readonly TreeNode[] };

/** The labels are printed as they are, colours included; one line each. */
export function drawTree(root: TreeNode): string {
  return `${[root.label, ...branches(root.children, "")].join("\n")}\n`;
}

function branches(nodes: readonly TreeNode[], indent: string): readonly string[] {
  return nodes.flatMap((node, index) => {
    const isLast = index === nodes.length - 1;
    const line = `${indent}${isLast ? "└─ " : "├─ "}${node.label}`;
    return [line, ...branches(node.children, `${indent}${isLast ? "   " : "│  "}`)];
  });
}
