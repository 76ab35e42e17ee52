"""What the person is told where the account, the token or a key stands in the way."""

from __future__ import annotations

from hfchat_gui.backends.asked import Refusal
from hfchat_gui.conversation.error_record import (
    CHOOSE_MODEL,
    OPEN_SETTINGS,
    Action,
    ActionKind,
    enter_key,
)
from hfchat_gui.conversation.errors import (
    ChatError,
    LicenceNeeded,
    PaymentNeeded,
    PermissionMissing,
    SignInNeeded,
)

_NEW_TOKEN = Action(
    ActionKind.OPEN_PAGE,
    "Make such a token",
    "https://huggingface.co/settings/tokens/new"
    "?ownUserPermissions=inference.serverless.write&tokenType=fineGrained",
)


def sign_in(refusal: Refusal) -> ChatError:
    """Return the error for a missing or wrong token or key."""
    asked = refusal.asked
    if asked.is_hugging_face and asked.has_credential:
        return SignInNeeded(
            "Hugging Face does not accept the saved token. Enter a valid one in the settings.",
            action=OPEN_SETTINGS,
        )
    if asked.is_hugging_face:
        return SignInNeeded(
            "Hugging Face wants a token for this. Add yours in the settings, or use the model on "
            "this computer."
        )
    if asked.has_credential:
        return SignInNeeded(
            f"{asked.host} does not accept the key that was sent. Enter the right one, or change "
            "whether your Hugging Face token is sent to this address.",
            action=enter_key(asked.address),
        )
    return SignInNeeded(
        f"{asked.host} wants a key, and none was sent. Enter it, or allow your Hugging Face "
        "token for this address, if the server takes those.",
        action=enter_key(asked.address),
    )


def no_credit(refusal: Refusal) -> ChatError:
    """Return the error for an account without credit."""
    if refusal.asked.is_hugging_face:
        return PaymentNeeded(
            f"{_payer(refusal)} has no credit left for this. Buy credit, let another organisation "
            "of yours pay (Settings, Hugging Face token), or use the model on this computer."
        )
    return PaymentNeeded(
        f"{refusal.asked.host} wants payment first. Check the account there, or choose another "
        "model.",
        action=CHOOSE_MODEL,
    )


def _payer(refusal: Refusal) -> str:
    payer = refusal.asked.payer
    return f"The organisation {payer}" if payer else "The Hugging Face account"


def too_dear(refusal: Refusal) -> ChatError:
    """Return the error for a reply whose greatest length the balance does not cover."""
    asked = refusal.asked
    who = _payer(refusal) if asked.is_hugging_face else f"The account at {asked.host}"
    action = None if asked.is_hugging_face else CHOOSE_MODEL
    return PaymentNeeded(
        f"{who} has too little credit for so long a reply. Lower the reply length, or buy credit.",
        action=action,
    )


def gated(refusal: Refusal) -> ChatError:
    """Return the error for a model whose licence is not accepted."""
    model = refusal.asked.model_name
    page = f"https://huggingface.co/{refusal.asked.model.partition(':')[0]}"
    return LicenceNeeded(
        f"{model} is gated: its licence must be accepted on its page first, with the account that "
        "the token belongs to.",
        action=Action(ActionKind.OPEN_PAGE, "Open the model's page", page),
    )


def token_may_not(_: Refusal) -> ChatError:
    """Return the error for a token that may not call Inference Providers."""
    return PermissionMissing(
        "The Hugging Face token may not call Inference Providers. Make one that has this "
        "permission and enter it in the settings.",
        action=_NEW_TOKEN,
    )


def forbidden(refusal: Refusal) -> ChatError:
    """Return the error for what is not allowed, whatever the reason."""
    if refusal.asked.is_hugging_face:
        return PermissionMissing(
            "Hugging Face does not allow this. Check on its pages what the token may do, or enter "
            "another one in the settings."
        )
    return PermissionMissing(
        f"{refusal.asked.host} does not allow this. Check there what the key may do, or enter "
        "another one for this server.",
        action=enter_key(refusal.asked.address),
    )


def quota(refusal: Refusal) -> ChatError:
    """Return the error for a quota that waiting does not fill."""
    return PaymentNeeded(
        f"The quota at {refusal.asked.host} is used up; waiting does not help. Check the account "
        "there, or choose another model.",
        action=CHOOSE_MODEL,
    )
