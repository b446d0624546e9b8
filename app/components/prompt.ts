// Confirmation before an irreversible action: `if (await askFirst({ title, yes })) …`. `Overlays` renders it.

export interface Question {
  readonly title: string
  readonly text?: string
  /** Label of the confirming button: "Cancel 3 orders", not "OK". */
  readonly yes: string
  readonly no?: string
  /** `danger` for destructive actions. */
  readonly tone?: 'plain' | 'danger'
}

interface Asked {
  readonly question: Question
  /** False after the answer, while the sheet plays its closing animation. */
  readonly isOpen: boolean
  readonly answer: (isYes: boolean) => void
}

let asked: Asked | null = null
const listeners = new Set<() => void>()

/** Resolves to true for yes. Only one question is open at a time: a new one answers the previous with no. */
export function askFirst(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      put({ question, isOpen: false, answer: () => undefined })
      resolve(isYes)
    }
    put({ question, isOpen: true, answer })
  })
}

export const currentQuestion = (): Asked | null => asked

export function subscribeToQuestions(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function put(next: Asked): void {
  asked = next
  for (const listener of listeners) listener()
}
