// A part of a copied database, in the words of backup and restore.

/** Position of a copy: the table that is read, and the last row of it that was. */
export interface CopyCursor {
  readonly table: string
  readonly row: number
}

/** JSON lines: a table with its columns, then its rows. `next` is null at the end. */
export interface CopyPart {
  readonly text: string
  readonly next: CopyCursor | null
}

/** Part of the message of a failure while a room or the directory is paused. */
export const PAUSED = 'paused for a backup'
