"""Ed25519 (RFC 8032): with the package `cryptography` if it is installed, or else by itself."""

import hashlib

from verifier.values import require

try:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def check_ed25519(key, message, signature):
    if Ed25519PublicKey is not None:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    else:
        require(is_signed(key, message, signature), 'the signature does not belong to the key and the content')


def add(a, b):
    """Adds two points in extended coordinates."""
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(number, point):
    result = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            result = add(result, point)
        point, number = add(point, point), number >> 1
    return result


def decompress(data):
    y = int.from_bytes(data, 'little')
    sign, y = y >> 255, y & (2**255 - 1)
    require(len(data) == 32 and y < P, 'this is not a point of Ed25519')
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT_OF_MINUS_ONE % P
    require((x * x - square) % P == 0 and not (x == 0 and sign), 'this is not a point of Ed25519')
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = decompress((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))


def is_signed(key, message, signature):
    s = int.from_bytes(signature[32:], 'little')
    if len(signature) != 64 or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), 'little') % L
    left, right = multiply(s, BASE), add(decompress(signature[:32]), multiply(k, decompress(key)))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0
