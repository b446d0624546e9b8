// End of a room's life on the stage: its running work writes nothing more and gets no answers.

import type { Store } from '#party/lib/store'

export interface Life {
  isOver: boolean
}

/** Drops an answer that arrives after the end of the life that requested it. */
export const during = <Value>(life: Life, work: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    work.then(
      (value) => (life.isOver ? undefined : resolve(value)),
      (failure: unknown) => (life.isOver ? undefined : reject(failure as Error)),
    )
  })

/** The store as one life reaches it; `isBroken` says whether the disk refuses turns now. */
export function storeDuring(life: Life, store: Store, isBroken: () => boolean): Store {
  const open = (statement = '') => {
    if (life.isOver) throw new Error('this life is over')
    if (isBroken() && statement.startsWith('INSERT INTO turn_log')) throw new Error('the disk is broken')
    return store
  }
  return {
    has: (table) => open().has(table),
    make: (table) => open().make(table),
    rows: (statement, ...values) => open().rows(statement, ...values),
    values: (statement, ...values) => open().values(statement, ...values),
    first: (statement, ...values) => open().first(statement, ...values),
    firstValues: (statement, ...values) => open().firstValues(statement, ...values),
    run: (statement, ...values) => open(statement).run(statement, ...values),
    runInTransaction: (work) => open().runInTransaction(work),
  }
}

/** Changes of each row that the write-ahead log gets from now on, as JSON; checkpoints may have emptied the table since. */
export function recordLog(store: Store): readonly string[] {
  const rows: string[] = []
  const run = store.run.bind(store)
  store.run = (statement, ...values) => {
    if (statement.startsWith('INSERT INTO turn_log')) rows.push(values[0] as string)
    run(statement, ...values)
  }
  return rows
}
