/** How much of a space each of these lengths gets: as much as the others, and what they leave over; never more than it is. Pure. */
export function evenShares(lengths: readonly number[], space: number): readonly number[] {
  const shares = new Array<number>(lengths.length).fill(0);
  const ascending = [...lengths.entries()].sort(([, one], [, other]) => one - other);
  let free = space;
  for (const [rank, [index, length]] of ascending.entries()) {
    const share = Math.min(length, Math.floor(free / (ascending.length - rank)));
    shares[index] = share;
    free -= share;
  }
  return shares;
}
