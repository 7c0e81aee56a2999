"""Sounds: generated, not loaded; off unless wanted; silent where there is no device."""

import time

import numpy as np
import pygame
import pytest

from study.settings.settings import Settings
from ui.sounds import CAPTURE, END, MOVE, RATE, Sounds, samples


def opened(sounds: Sounds) -> Sounds:
    deadline = time.perf_counter() + 120
    while not sounds._opening.over:
        assert time.perf_counter() < deadline
        time.sleep(0.001)
    return sounds


@pytest.mark.parametrize("name", [MOVE, CAPTURE, END])
def test_sounds_are_short_and_neither_silent_nor_too_loud(name):
    found = samples(name)
    assert found.dtype == np.int16 and 0.05 < len(found) / RATE < 1.0
    assert 5_000 < np.max(np.abs(found)) < 16_000
    assert np.max(np.abs(found[-200:])) < 400, "it does not end in a click"


def test_they_are_off_by_default_and_open_no_device(driver):
    assert not Settings().ui.sounds and not driver.app.sounds.on
    play = driver.play("isolation", "human", "human")
    driver.click_square(play, "d4")
    assert pygame.mixer.get_init() is None


def test_no_device_is_silence_and_a_line(driver, monkeypatch):
    def nothing(*args, **kwargs):
        raise pygame.error("no audio device")

    monkeypatch.setattr(pygame.mixer, "init", nothing)
    play = driver.play("isolation", "human", "human")
    driver.key(pygame.K_l, pygame.KMOD_SHIFT)
    assert opened(driver.app.sounds).on
    driver.frame()
    assert "nothing here can play them: no audio device" in play.notice.said
    driver.click_square(play, "d4")
    assert len(play.session.study.record.plies) == 1
    driver.key(pygame.K_l, pygame.KMOD_SHIFT)
    assert not driver.app.sounds.on


def test_a_device_that_hears_nothing_plays_them(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = opened(Sounds(True))
    try:
        sounds.play(MOVE)
        assert pygame.mixer.get_busy() and not sounds.problem()
    finally:
        sounds.close()
        pygame.mixer.quit()


def test_a_move_a_capture_and_the_end_sound_differently(driver, monkeypatch):
    heard = []
    monkeypatch.setattr(driver.app.sounds, "play", heard.append)
    play = driver.play("chess", "human", "human", text="k6r/8/8/8/8/8/8/K6R w - - 0 1")
    driver.drag(play, "a1", "a2")
    driver.drag(play, "h8", "h1")
    driver.key(pygame.K_u)  # a take-back is silent
    driver.key(pygame.K_LEFT)
    assert heard == [MOVE, CAPTURE]
    play = driver.play("chess", "human", "human", text="7k/R7/8/8/8/8/8/K4R2 w - - 0 1")
    driver.drag(play, "f1", "f8")
    assert play.session.study.over and heard[2:] == [END]
