import {
  type BinaryOperationNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryCompiler,
} from "kysely";

/**
 * PostgreSQL with each list of values as one array: `id in (1, 2)` is sent as `id = any ($1)`. Otherwise the same statement
 * would have as many texts as lists have lengths, each to be parsed and planned on its own. An empty list finds nothing.
 */
export class ArrayDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new ArrayCompiler();
  }
}

const wordsOf: Readonly<Record<string, string>> = { in: " = any (", "not in": " <> all (" };

class ArrayCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    const words = OperatorNode.is(operator) ? wordsOf[operator.operator] : undefined;
    if (words === undefined || !PrimitiveValueListNode.is(rightOperand))
      return super.visitBinaryOperation(node);
    this.visitNode(leftOperand);
    this.append(words);
    this.appendValue([...rightOperand.values]);
    this.append(")");
  }
}
