// A part of a copied database, in the words of backup and restore.

/** Progress of a copy: current table and its last copied row. */
export interface CopyCursor {
  readonly table: string
  readonly row: number
}

/** JSON lines: a table with its columns, then its rows. `next` is null at the end. */
export interface CopyPart {
  readonly text: string
  readonly next: CopyCursor | null
}

/** Marks error messages caused by a paused room or directory. */
export const PAUSED = 'paused for a backup'
