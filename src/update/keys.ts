/**
 * The public keys of the releases that this executable accepts: the one in use, and one for when
 * that is lost. The private keys are never on a network.
 */
export const releaseKeys = [
  "RWTqPZLP2FaViO6I7UBpPs2fsCPs8VzKnUHEhkuit0Ms0381baIW4qEf",
  "RWTggkj5ZAwgVSuQWrHoAR4LOok9SUcNhSW92KlSO+cEn2zeWh64b8io",
];
