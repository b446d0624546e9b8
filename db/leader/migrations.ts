// The migrations of a trader's room in the order in which they were appended. The list itself is generated.

import generated from './migrations/migrations'

export const leaderMigrations = generated
