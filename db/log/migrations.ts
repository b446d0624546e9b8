// The Log room's migrations in the order in which they were appended. The list itself is generated.

import generated from './migrations/migrations'

export const logMigrations = generated
