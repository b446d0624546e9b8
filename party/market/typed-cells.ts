// Reading typed arrays whose indices are known to be inside: they hold a number at every index below their length, and the
// callers' indices come only from their own allocator. One function per kind of array, so that each stays monomorphic in V8.

export function floatAt(array: Float64Array, index: number): number {
  // Never undefined for an index handed out by the array's owner, as above.
  return array[index] as number
}

export function intAt(array: Int32Array, index: number): number {
  // As above.
  return array[index] as number
}
