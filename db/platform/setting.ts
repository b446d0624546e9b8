// Site settings: one text per key, edited by operators.

import { asc, eq, inArray } from 'drizzle-orm'
import { setting } from './content-schema'
import { openDirectory } from './directory'

export interface SettingRow {
  readonly id: number
  readonly key: string
  readonly value: string
}

const publicColumns = { id: setting.id, key: setting.key, value: setting.value }

/** Values of these keys, public or private; missing keys are absent. */
export async function readSettings(db: D1Database, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await openDirectory(db)
    .select(publicColumns)
    .from(setting)
    .where(inArray(setting.key, [...keys]))
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** Every public row, in its order. */
export const listPublicSettings = (db: D1Database): Promise<SettingRow[]> =>
  openDirectory(db).select(publicColumns).from(setting).where(eq(setting.isPublic, true)).orderBy(asc(setting.id))
