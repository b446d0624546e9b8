// Turns seed rows into SQL text. A row that is there already stays as it is, so that an operator's change survives.

export type SeedValue = string | number | boolean | null
export type SeedRow = Readonly<Record<string, SeedValue>>

const ROWS_PER_STATEMENT = 40

/** INSERT statements for rows of one table; every row has the same columns in the same order. */
export function insertMissing(table: string, rows: readonly SeedRow[]): string[] {
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first)
  const tuples = rows.map((row) => `(${columns.map((column) => literal(row[column] ?? null)).join(', ')})`)
  const statements: string[] = []
  for (let start = 0; start < tuples.length; start += ROWS_PER_STATEMENT) {
    const values = tuples.slice(start, start + ROWS_PER_STATEMENT).join(', ')
    statements.push(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values} ON CONFLICT DO NOTHING`)
  }
  return statements
}

function literal(value: SeedValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(value)
  // Seed text lives on one line: tools that split SQL files by line must not meet a line break inside a literal.
  return `'${value.replaceAll("'", "''").replaceAll(/\s*\n\s*/g, ' ')}'`
}
