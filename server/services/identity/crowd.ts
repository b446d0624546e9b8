// How many proofs of one person are under way or wait at once in this isolate. It spares the directory a flood; what may be guessed is the
// business of the counters, which all isolates share.

/** More than any page or client sends at once. */
const CROWD_MAX = 20

interface Member {
  readonly id: string
  /** When it is gone for certain: a request that was cut off does not say that it leaves. */
  readonly until: number
}

const crowds = new Map<string, readonly Member[]>()

/** False when there are too many already. */
export function enterCrowd(whose: string, member: Member): boolean {
  const now = Date.now()
  const crowd = (crowds.get(whose) ?? []).filter(({ until }) => until > now)
  if (crowd.length >= CROWD_MAX) return false
  crowds.set(whose, [...crowd, member])
  return true
}

export function leaveCrowd(whose: string, id: string): void {
  const crowd = (crowds.get(whose) ?? []).filter((member) => member.id !== id)
  if (crowd.length > 0) crowds.set(whose, crowd)
  else crowds.delete(whose)
}
