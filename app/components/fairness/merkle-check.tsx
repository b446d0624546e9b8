// Button that checks in the browser that published lists, by their roots, have entries at their places.

import { useState } from 'react'
import { type MerkleProof, leafText, nodeText, stepsOf } from '#domain/merkle'
import { Button } from '../button'
import { Notice } from '../notice'
import { useAlive } from '../use-alive'

interface ListedEntry extends MerkleProof {
  readonly entry: string
  readonly root: string | null
}

type Verdict = 'right' | 'wrong' | 'failed'

interface MerkleCheckProps {
  readonly entries: readonly ListedEntry[]
  /** Whether all else about them is right. */
  readonly isRight: () => boolean
  readonly button: string
  readonly verdicts: Readonly<Record<Verdict, string>>
}

export function MerkleCheck({ entries, isRight, button, verdicts }: MerkleCheckProps) {
  const isAlive = useAlive()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const check = () => {
    Promise.all(entries.map(isListed)).then(
      (listed) => setVerdict(isRight() && listed.every(Boolean) ? 'right' : 'wrong'),
      () => setVerdict('failed'),
    )
  }
  return (
    <>
      {verdict && <Notice tone={verdict === 'right' ? 'good' : 'bad'}>{verdicts[verdict]}</Notice>}
      {isAlive && (
        <Button type="button" onClick={check}>
          {button}
        </Button>
      )}
    </>
  )
}

async function isListed({ entry, root, ...proof }: ListedEntry): Promise<boolean> {
  const steps = stepsOf(proof)
  if (steps === null || root === null) return false
  let hash = await sha256(leafText(entry))
  for (const { side, neighbour } of steps)
    hash = await sha256(side === 'left' ? nodeText(neighbour, hash) : nodeText(hash, neighbour))
  return hash === root
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
