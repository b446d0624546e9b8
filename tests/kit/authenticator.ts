// An authenticator in software: makes passkeys and signs challenges as a phone would (WebAuthn level 3, ES256, no attestation).

interface Asked {
  readonly challenge: string
  readonly origin: string
}

export interface SoftPasskey {
  readonly id: string
  /** The answer to a registration, as JSON text. */
  register(asked: Asked): Promise<string>
  /** Signs a login or step-up challenge. `counter` is the device's signature counter. */
  sign(asked: Asked & { readonly counter?: number; readonly flags?: number }): Promise<string>
}

const PRESENT_AND_VERIFIED = 0x05
const HAS_CREDENTIAL = 0x40

const base64url = (bytes: Uint8Array | ArrayBuffer): string => Buffer.from(new Uint8Array(bytes)).toString('base64url')
const uint16 = (value: number): number[] => [(value >> 8) & 255, value & 255]
const uint32 = (value: number): number[] => [...uint16(value >>> 16), ...uint16(value & 0xffff)]
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const textBytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text))

/** CBOR of byte strings and texts up to 255 bytes, small integers and maps: all that this needs. */
type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>
function cbor(value: Cbor): number[] {
  if (typeof value === 'number') return value >= 0 ? [value] : [0x20 | (-1 - value)]
  if (typeof value === 'string') return [0x60 | value.length, ...textBytes(value)]
  if (value instanceof Uint8Array) return [0x58, value.length, ...value]
  return [0xa0 | value.size, ...[...value].flatMap(([key, inner]) => [...cbor(key), ...cbor(inner)])]
}

export async function makeSoftPasskey(): Promise<SoftPasskey> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const jwk = await crypto.subtle.exportKey('jwk', publicKey)
  const credentialId = crypto.getRandomValues(new Uint8Array(16))
  const id = base64url(credentialId)
  const coordinate = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? '', 'base64url'))
  const key = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(jwk.x)],
    [-3, coordinate(jwk.y)],
  ])

  const clientData = (type: string, { challenge, origin }: Asked) =>
    textBytes(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = async (origin: string, flags: number, counter: number, credential: readonly number[] = []) =>
    Uint8Array.from([...(await sha256(textBytes(new URL(origin).hostname))), flags, ...uint32(counter), ...credential])

  return {
    id,
    async register(asked) {
      const credential = [
        ...Array.from({ length: 16 }, () => 0),
        ...uint16(credentialId.length),
        ...credentialId,
        ...cbor(key),
      ]
      const data = await authData(asked.origin, PRESENT_AND_VERIFIED | HAS_CREDENTIAL, 0, credential)
      const attestation = [
        0xa3,
        ...cbor('fmt'),
        ...cbor('none'),
        ...cbor('attStmt'),
        0xa0,
        ...cbor('authData'),
        0x59,
        ...uint16(data.length),
        ...data,
      ]
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', asked)),
        attestationObject: base64url(Uint8Array.from(attestation)),
        transports: ['internal'],
      }
      return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} })
    },
    async sign({ counter = 0, flags = PRESENT_AND_VERIFIED, ...asked }) {
      const client = clientData('webauthn.get', asked)
      const data = await authData(asked.origin, flags, counter)
      const signed = Uint8Array.from([...data, ...(await sha256(client))])
      const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, signed)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(toDer(new Uint8Array(raw))),
      }
      return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} })
    },
  }
}

/** WebCrypto answers r and s side by side; authenticators wrap them in ASN.1. */
function toDer(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const integer = (bytes: Uint8Array): number[] => {
    let start = 0
    while (start < bytes.length - 1 && bytes[start] === 0) start += 1
    const rest = [...bytes.subarray(start)]
    const body = (rest[0] ?? 0) >= 0x80 ? [0, ...rest] : rest
    return [0x02, body.length, ...body]
  }
  const body = [...integer(raw.subarray(0, 32)), ...integer(raw.subarray(32))]
  return Uint8Array.from([0x30, body.length, ...body])
}
