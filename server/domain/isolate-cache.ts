// What an isolate keeps of the directory for a short while. Keyed by the binding, so that two environments in one isolate never share.
// Only finished values are kept: a promise of one request must not be awaited by another, because it dies with its request.

interface Kept<Value> {
  readonly value: Value
  readonly at: number
}

let generation = 0

export class IsolateCache<Binding extends object, Value> {
  readonly #keptMs: number
  #kept = new WeakMap<Binding, Kept<Value>>()
  #generation = generation

  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  /** Undefined when there is none that is young enough. */
  get(binding: Binding, now: number): Value | undefined {
    const kept = this.#find(binding)
    return kept && kept.at > now - this.#keptMs ? kept.value : undefined
  }

  /** The last one, however old. */
  last(binding: Binding): Value | undefined {
    return this.#find(binding)?.value
  }

  set(binding: Binding, value: Value, now: number): void {
    this.#find(binding)
    this.#kept.set(binding, { value, at: now })
  }

  #find(binding: Binding): Kept<Value> | undefined {
    if (this.#generation !== generation) {
      this.#kept = new WeakMap()
      this.#generation = generation
    }
    return this.#kept.get(binding)
  }
}

/** For who empties the stores behind the bindings, as tests do: whatever was kept of them is gone too. */
export function forgetIsolateCaches(): void {
  generation += 1
}
