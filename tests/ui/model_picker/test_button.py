"""The button names the model in use, however little room there is."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.ui.model_picker.button import ModelButton
from tests.ui.stand_in_ports import LOCAL


def test_it_is_called_model_and_describes_which(qtbot: QtBot) -> None:
    button = ModelButton()
    qtbot.addWidget(button)
    assert not button.grab().isNull()
    button.show_model(LOCAL)
    assert button.accessibleName() == "Model"
    assert button.accessibleDescription() == "SmolLM2-135M-Instruct · on this computer"


def test_it_says_how_the_provider_is_found(qtbot: QtBot) -> None:
    button = ModelButton()
    qtbot.addWidget(button)
    button.show_model(ModelRef(Source.ROUTER, "Qwen/Qwen3-32B:cheapest"))
    assert button.accessibleDescription() == "Qwen3-32B · cheapest · Hugging Face"
    assert button.toolTip().endswith("\nQwen/Qwen3-32B:cheapest")
    button.show_model(ModelRef(Source.ROUTER, "Qwen/Qwen3-32B"))
    assert button.accessibleDescription() == "Qwen3-32B · Hugging Face"


def test_the_colon_of_a_servers_own_name_is_no_suffix(qtbot: QtBot) -> None:
    button = ModelButton()
    qtbot.addWidget(button)
    button.show_model(ModelRef(Source.ADDRESS, "llama3.2:latest", "http://localhost:11434"))
    assert button.accessibleDescription() == "llama3.2:latest · localhost:11434"


def test_a_server_without_a_model_name_is_not_named_twice(qtbot: QtBot) -> None:
    button = ModelButton()
    qtbot.addWidget(button)
    button.show_model(ModelRef(Source.ADDRESS, "", "http://localhost:8080"))
    assert button._texts() == ("localhost:8080", "a server")


def test_a_long_name_is_cut_and_not_spread(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    button = ModelButton(window)
    button.show_model(ModelRef(Source.ROUTER, "org/" + "long-name-" * 40))
    button.resize(button.minimumSizeHint())
    assert button.width() <= 120
    assert not button.grab().isNull()
